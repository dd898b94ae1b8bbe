package dev.uncork.recording.parse;

/**
 * A field of a type, as the metadata of a chunk tells it.
 *
 * @param type of its value, or of each of its values
 * @param pooled whether only the number of a constant is written
 * @param array whether it has several values
 * @param unsigned whether its number has no sign
 * @param unit of a duration, such as {@code TICKS}; empty for another value
 */
record FieldLayout(
    String name, TypeLayout type, boolean pooled, boolean array, boolean unsigned, String unit) {
  /** Goes on behind a value. */
  void skip(Bytes bytes) {
    if (array) {
      for (int left = bytes.count(); left > 0; left--) {
        skipOne(bytes);
      }
    } else {
      skipOne(bytes);
    }
  }

  private void skipOne(Bytes bytes) {
    if (pooled) {
      bytes.skipNumber(Long.BYTES);
    } else {
      type.skip(bytes);
    }
  }
}
