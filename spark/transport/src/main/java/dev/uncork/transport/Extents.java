package dev.uncork.transport;

import java.util.Arrays;

/** Where the bytes of an output lie, in order: runs of a segment or of the spill file. */
final class Extents {
  /** In place of a segment's number: the output's spill file. */
  static final int SPILL_FILE = -1;

  int[] segment = new int[4];
  long[] offset = new long[4];
  long[] length = new long[4];
  int count;

  /** Appends a run; one that continues the last is joined with it. */
  void add(int inSegment, long atOffset, long bytes) {
    if (bytes == 0) {
      return;
    }
    int last = count - 1;
    if (count > 0 && segment[last] == inSegment && offset[last] + length[last] == atOffset) {
      length[last] += bytes;
      return;
    }
    addApart(inSegment, atOffset, bytes);
  }

  /** Appends a run that stays one of its own. */
  void addApart(int inSegment, long atOffset, long bytes) {
    if (count == segment.length) {
      segment = Arrays.copyOf(segment, 2 * count);
      offset = Arrays.copyOf(offset, 2 * count);
      length = Arrays.copyOf(length, 2 * count);
    }
    segment[count] = inSegment;
    offset[count] = atOffset;
    length[count] = bytes;
    count++;
  }

  void addAll(Extents others) {
    for (int i = 0; i < others.count; i++) {
      add(others.segment[i], others.offset[i], others.length[i]);
    }
  }

  /** Reads runs of bytes one after the other. */
  final class Cursor {
    private int at;
    private long done;

    /** Appends the next bytes of these extents to others. */
    void copy(long bytes, Extents to) {
      for (long left = bytes; left > 0; ) {
        long piece = Math.min(left, length[at] - done);
        to.add(segment[at], offset[at] + done, piece);
        done += piece;
        left -= piece;
        if (done == length[at]) {
          at++;
          done = 0;
        }
      }
    }
  }
}
