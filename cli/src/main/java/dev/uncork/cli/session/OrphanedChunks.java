package dev.uncork.cli.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The temporary directories of JFR that nobody else removes.
 *
 * <p>JFR removes its repository when its JVM ends in order; a killed one leaves that to us, and so
 * does the agent with chunks that it kept aside because the disk was full.
 */
final class OrphanedChunks {
  /** As JFR names them: when it was started, and the pid. */
  private static final Pattern NAME = Pattern.compile("\\d{4}(_\\d\\d){5}_\\d+(-kept)?");

  private static final Path TEMPORARY = Path.of("/tmp");
  private static final Duration LONGEST_START = Duration.ofSeconds(20);

  private OrphanedChunks() {}

  /**
   * Removes what a JVM has left, once its recording is safe.
   *
   * @param alive whether the JVM may still run, and so may still write there
   */
  static void remove(ObservedJvm jvm, boolean alive) throws IOException {
    Optional<Path> known = jvm.repository();
    if (known.isPresent()) {
      Matcher name = NAME.matcher(known.get().getFileName().toString());
      if (name.matches() && (!alive || name.group(2) != null)) {
        SessionDirectory.deleteTree(known.get());
      }
    } else if (!alive && !Files.exists(jvm.files().repository(), LinkOption.NOFOLLOW_LINKS)) {
      for (Path repository : unlinked(jvm)) {
        SessionDirectory.deleteTree(repository);
      }
    }
  }

  /** What a JVM made that was killed before its agent could say where. */
  private static List<Path> unlinked(ObservedJvm jvm) throws IOException {
    Path temporary = jvm.view().apply(TEMPORARY);
    if (!Files.isDirectory(temporary)) {
      return List.of();
    }
    // The agent makes its own directory first, but may have written there since.
    Instant begun = Files.getLastModifiedTime(jvm.directory()).toInstant().minus(LONGEST_START);
    List<Path> made = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(temporary, "[0-9]*_" + jvm.pid())) {
      for (Path entry : entries) {
        if (NAME.matcher(entry.getFileName().toString()).matches()
            && !Files.getLastModifiedTime(entry).toInstant().isBefore(begun)) {
          made.add(entry);
        }
      }
    }
    return made;
  }
}
