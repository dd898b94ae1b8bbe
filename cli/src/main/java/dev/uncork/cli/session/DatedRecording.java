package dev.uncork.cli.session;

import dev.uncork.protocol.RecordingName;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.read.ChunkMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A recording whose name tells its JVM and when it begins; see {@link RecordingName}. */
public final class DatedRecording {
  private DatedRecording() {}

  /**
   * Moves a recording into a directory, under a name that nothing has there.
   *
   * @return the name
   */
  public static Path move(Path recording, String jvm, Path directory) throws IOException {
    List<TimeRange> covered = ChunkMerge.covered(recording);
    Instant start =
        covered.isEmpty()
            ? Files.getLastModifiedTime(recording).toInstant()
            : covered.get(0).from();
    Path name = directory.resolve(RecordingName.of(jvm, start, 1));
    for (int i = 2; Files.exists(name); i++) {
      name = directory.resolve(RecordingName.of(jvm, start, i));
    }
    return SessionDirectory.moveIntoPlace(recording, name);
  }
}
