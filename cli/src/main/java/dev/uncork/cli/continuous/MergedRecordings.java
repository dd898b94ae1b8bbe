package dev.uncork.cli.continuous;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.read.ChunkMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The recordings of a directory within a range of time, put together: one for each JVM, in
 * temporary files.
 */
public final class MergedRecordings implements AutoCloseable {
  private final List<CollectedRecording> recordings = new ArrayList<>();
  private final List<Path> temporary = new ArrayList<>();

  private MergedRecordings() {}

  /** Whether a directory has any. */
  public static boolean areIn(Path directory) {
    try {
      return !byJvm(directory).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static Map<String, List<Path>> byJvm(Path directory) throws IOException {
    Map<String, List<Path>> byJvm = new TreeMap<>();
    for (Path recording : Ring.recordings(directory)) {
      byJvm.computeIfAbsent(Ring.jvmOf(recording), key -> new ArrayList<>()).add(recording);
    }
    for (Ring.Finished one : Ring.finishedInSessions(directory)) {
      byJvm.computeIfAbsent(one.jvm(), key -> new ArrayList<>()).add(one.recording());
    }
    for (Ring.Finished one : Ring.ofExecutors(directory)) {
      byJvm.computeIfAbsent(one.jvm(), key -> new ArrayList<>()).add(one.recording());
    }
    return byJvm;
  }

  /** Puts together what lies in the range; refuses when nothing does. */
  public static MergedRecordings of(Path directory, TimeRange range) {
    MergedRecordings merged = new MergedRecordings();
    try {
      Map<String, List<Path>> byJvm = byJvm(directory);
      if (byJvm.isEmpty()) {
        throw new UserError(
            directory
                + " holds no recordings of a continuous run (uncork-<pid>-<time>.jfr) or of a Spark"
                + " application (uncork-executor-<id>-<time>.jfr), and none of Spark's event logs;"
                + " name a file or another directory");
      }
      for (Map.Entry<String, List<Path>> jvm : byJvm.entrySet()) {
        merged.add(jvm.getKey(), jvm.getValue(), range);
      }
      if (merged.recordings.isEmpty()) {
        throw new UserError(nothing(directory, byJvm));
      }
      return merged.tagged();
    } catch (IOException e) {
      merged.close();
      throw new UserError("the recordings in " + directory + " can't be put together: " + e, e);
    } catch (RuntimeException e) {
      merged.close();
      throw e;
    }
  }

  private void add(String jvm, List<Path> files, TimeRange range) throws IOException {
    Path file = Files.createTempFile("uncork-" + jvm + "-", ".jfr");
    temporary.add(file);
    List<Path> present = files.stream().filter(Files::exists).toList();
    if (!ChunkMerge.write(present, range, file).isEmpty()) {
      recordings.add(new CollectedRecording(jvm, Optional.of(file), "", false, List.of()));
    }
  }

  private MergedRecordings tagged() {
    if (recordings.size() > 1) {
      recordings.replaceAll(
          one -> new CollectedRecording(one.jvm(), one.file(), one.jvm(), false, one.remarks()));
    }
    return this;
  }

  private static String nothing(Path directory, Map<String, List<Path>> byJvm) throws IOException {
    Instant first = Instant.MAX;
    Instant last = Instant.MIN;
    for (List<Path> files : byJvm.values()) {
      for (Path file : files) {
        for (TimeRange chunk : ChunkMerge.covered(file)) {
          first = chunk.from().isBefore(first) ? chunk.from() : first;
          last = chunk.to().isAfter(last) ? chunk.to() : last;
        }
      }
    }
    return first.isAfter(last)
        ? "no recording in " + directory + " is readable"
        : "nothing was recorded in that range of time; "
            + directory
            + " covers "
            + first.truncatedTo(ChronoUnit.SECONDS)
            + " to "
            + last.truncatedTo(ChronoUnit.SECONDS);
  }

  /** One for each JVM. */
  public List<CollectedRecording> recordings() {
    return List.copyOf(recordings);
  }

  @Override
  public void close() {
    for (Path file : temporary) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // It lies where temporary files are cleaned away.
      }
    }
  }
}
