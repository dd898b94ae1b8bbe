package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;

/** The bytes of a chunk make no sense. */
final class BadChunk extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Damage.InChunk damage;

  /**
   * What and where.
   *
   * @param position in the chunk
   * @param value that was found there
   */
  BadChunk(Damage.Fault fault, long position, long value) {
    this(new Damage.InChunk(fault, position, value));
  }

  private BadChunk(Damage.InChunk damage) {
    super(damage.toString());
    this.damage = damage;
  }

  Damage damage() {
    return damage;
  }
}
