package dev.uncork.workloads.checker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory that a run writes to: the user's, which is kept, or a temporary one, which is not.
 */
final class RunDirectory implements AutoCloseable {
  private final Path path;
  private final boolean temporary;

  private RunDirectory(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  static RunDirectory open(@Nullable Path wanted) throws IOException {
    return wanted == null
        ? new RunDirectory(Files.createTempDirectory("checker-"), true)
        : new RunDirectory(Files.createDirectories(wanted), false);
  }

  Path path() {
    return path;
  }

  boolean isTemporary() {
    return temporary;
  }

  /** Deletes a temporary directory with what is in it; may be called twice and while it is used. */
  @Override
  public void close() throws IOException {
    if (!temporary || !Files.exists(path)) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) { // files before folders
        Files.deleteIfExists(file);
      }
    }
  }
}
