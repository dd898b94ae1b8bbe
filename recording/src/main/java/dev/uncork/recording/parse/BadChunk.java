package dev.uncork.recording.parse;

/** The bytes of a chunk make no sense; the message says what and where. */
final class BadChunk extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadChunk(String message) {
    super(message);
  }
}
