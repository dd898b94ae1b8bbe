package dev.uncork.recording.problem;

/** What is wrong with the bytes of a file. */
public sealed interface Damage {
  /** What no figure belongs to. */
  enum Known implements Damage {
    /** It doesn't begin as a JFR file does. */
    NO_JFR_FILE,
    /** The parser of the JDK is busy with it without an end. */
    ENDLESS,
    /** Whoever read it was interrupted. */
    INTERRUPTED
  }

  /** So many bytes from there on are no chunk. */
  record NoChunk(long offset, long bytes) implements Damage {}

  /** The file ends within the header of a chunk. */
  record EndsInHeader(long offset) implements Damage {}

  /** A chunk is of a version of the format that isn't read. */
  record OtherVersion(long offset, int major) implements Damage {}

  /** The file ends within a chunk. */
  record Cut(long offset, long bytes, long expectedBytes) implements Damage {}

  /** The header of a chunk makes no sense or was never filled. */
  record SenselessHeader(long offset) implements Damage {}

  /** The parser of the JDK gave up, with what it threw. */
  record ParserFailed(String reason) implements Damage {}
}
