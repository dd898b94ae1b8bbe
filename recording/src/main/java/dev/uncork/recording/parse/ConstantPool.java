package dev.uncork.recording.parse;

import java.util.Arrays;

/** Where the constants of one type are written in a chunk. */
final class ConstantPool {
  private final LongIndex index = new LongIndex();
  private int[] positions = new int[16];

  /** Its number among the pools of the chunk. */
  final int number;

  ConstantPool(int number) {
    this.number = number;
  }

  void add(long key, int position) {
    int place = index.add(key);
    if (place == positions.length) {
      positions = Arrays.copyOf(positions, 2 * place);
    }
    positions[place] = position;
  }

  int size() {
    return index.size();
  }

  /** The place of a constant; -1 if it is missing. */
  int find(long key) {
    return index.find(key);
  }

  /** Where the constant of a place begins. */
  int position(int place) {
    return positions[place];
  }
}
