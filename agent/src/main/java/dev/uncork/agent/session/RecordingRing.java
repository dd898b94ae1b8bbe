package dev.uncork.agent.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The recordings that a long session writes one after the other.
 *
 * <p>The command line takes them from here as they appear. Should it have died, the oldest go, so
 * that the disk never fills.
 */
final class RecordingRing {
  private final Path directory;
  private final Duration every;
  private final @Nullable Duration keep;
  private long lastNanos = System.nanoTime();

  RecordingRing(Path directory, Duration every, @Nullable Duration keep) {
    this.directory = directory;
    this.every = every;
    this.keep = keep;
  }

  /** Whether it is time for the next one. */
  boolean due(long nowNanos) {
    return nowNanos - lastNanos >= every.toNanos();
  }

  /** The name of the one to be written now. */
  Path next() throws IOException {
    lastNanos = System.nanoTime();
    Files.createDirectories(directory);
    return directory.resolve(System.currentTimeMillis() + ".jfr");
  }

  /** Deletes what is too old. */
  void prune() throws IOException {
    if (keep == null) {
      return;
    }
    long oldestMillis = System.currentTimeMillis() - keep.toMillis();
    try (DirectoryStream<Path> finished = Files.newDirectoryStream(directory, "*.jfr")) {
      for (Path recording : finished) {
        if (Files.getLastModifiedTime(recording).toMillis() < oldestMillis) {
          Files.deleteIfExists(recording);
        }
      }
    }
  }
}
