package dev.uncork.recording.problem;

/** What is wrong with the bytes of a file. */
public sealed interface Damage {
  /** It doesn't begin as a JFR file does. */
  record NoJfrFile() implements Damage {}

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

  /** What makes no sense in a chunk, and which value it has. */
  enum Fault {
    /** The bytes that an event is long. */
    EVENT,
    /** The kind of a text. */
    TEXT,
    /** The number of values that follow, for which the chunk has no room. */
    COUNT,
    /** The type of an event where constants should be. */
    CONSTANTS,
    /** The type of an event where the types should be told. */
    TYPES,
    /** The number of a type that isn't told, or is nested in itself. */
    TYPE,
    /** The bytes of the chunk itself, for which there is no room in memory. */
    TOO_LARGE
  }

  /**
   * A chunk makes no sense.
   *
   * @param position in the chunk
   */
  record InChunk(Fault fault, long position, long value) implements Damage {}

  /** A chunk can't be read, or is too much for the memory, with what was thrown. */
  record ParserFailed(String reason) implements Damage {}
}
