package dev.uncork.recording.parse;

/**
 * Numbers from 0 on for long keys, in the order in which they came; many readers, one writer.
 *
 * <p>Keys are mostly consecutive, those of HotSpot's classes and methods in their upper bits.
 */
final class LongIndex {
  private static final int LEAST = 16;

  private long[] keys = new long[LEAST];

  /** The number plus one of the key at the same place; 0 where there is none. */
  private int[] numbers = new int[LEAST];

  private int size;

  /** The number of a key; -1 if it never came. */
  int find(long key) {
    return numbers[place(key)] - 1;
  }

  /** The number of a key, which is a new one if it never came. */
  int add(long key) {
    int place = place(key);
    if (numbers[place] == 0) {
      if (2 * size >= keys.length) {
        grow();
        place = place(key);
      }
      keys[place] = key;
      numbers[place] = ++size;
    }
    return numbers[place] - 1;
  }

  int size() {
    return size;
  }

  private int place(long key) {
    int place = (int) (key ^ key >>> 16 ^ key >>> 32) & keys.length - 1;
    while (numbers[place] != 0 && keys[place] != key) {
      place = place + 1 & keys.length - 1;
    }
    return place;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] != 0) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        numbers[place] = oldNumbers[i];
      }
    }
  }
}
