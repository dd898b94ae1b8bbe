package dev.uncork.recording.problem;

import java.nio.file.Path;

/** What kept a file, or a part of it, from being read. */
public sealed interface ReadProblem {
  /** The file is a directory. */
  record Directory(Path file) implements ReadProblem {}

  /** The file has no bytes. */
  record Empty(Path file) implements ReadProblem {}

  /** There is no such file. */
  record Missing(Path file) implements ReadProblem {}

  /** The user may not read the file. */
  record Denied(Path file) implements ReadProblem {}

  /** The system can't read the file, with what was thrown. */
  record Failed(Path file, String reason) implements ReadProblem {}

  /** The file doesn't begin as a recording. */
  record NoRecording(Path file, Damage damage) implements ReadProblem {}

  /** Only the chunks before the damage were read. */
  record DamagedAfter(Path file, Damage damage, int wholeChunks) implements ReadProblem {}

  /** Only the events before the damage were read. */
  record DamagedWithin(Path file, Damage damage, long events) implements ReadProblem {}

  /** So many events made no sense. */
  record SenselessEvents(Path file, long events) implements ReadProblem {}

  /** There is no event in the file. */
  record NoEvents(Path file) implements ReadProblem {}

  /** There are more samples than anybody looks at. */
  record TooManySamples(long samples, long leftOut) implements ReadProblem {}
}
