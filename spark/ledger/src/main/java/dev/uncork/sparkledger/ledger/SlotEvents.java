package dev.uncork.sparkledger.ledger;

import java.util.Arrays;

/**
 * Points in time at which something begins or ends, in order. Millions of them take 13 bytes each.
 */
final class SlotEvents {
  private static final int INDEX_BITS = 26;

  /** What begins or ends. */
  enum Kind {
    EXECUTOR,
    JOB,
    QUERY,
    STAGE,
    TASK
  }

  /** Told of each event in turn. */
  interface Visitor {
    /** The time between two events, in which nothing changes. */
    void between(long from, long to);

    void begin(Kind kind, int index, int task);

    void end(Kind kind, int index, int task);
  }

  private final long startMillis;
  private final long millis;
  private long[] order = new long[1024];
  private int[] index = new int[1024];
  private int[] task = new int[1024];
  private byte[] what = new byte[1024];
  private int count;

  SlotEvents(long startMillis, long millis) {
    this.startMillis = startMillis;
    this.millis = Math.min(millis, 1L << (62 - INDEX_BITS));
  }

  /** Adds something that lasts; what lies before or after the application's time is cut off. */
  void add(Kind kind, int index, int task, long from, long to) {
    put(kind.ordinal() * 2, index, task, from);
    put(kind.ordinal() * 2 + 1, index, task, Math.max(from, to));
  }

  private void put(int code, int index, int task, long at) {
    if (count == order.length) {
      int more = Math.min(count * 2, 1 << INDEX_BITS);
      if (more == count) {
        throw new IllegalArgumentException(
            "an application of more than " + (count / 2) + " tasks is too large for the ledger");
      }
      order = Arrays.copyOf(order, more);
      this.index = Arrays.copyOf(this.index, more);
      this.task = Arrays.copyOf(this.task, more);
      what = Arrays.copyOf(what, more);
    }
    long offset = Math.max(0, Math.min(millis, at - startMillis));
    order[count] = offset << INDEX_BITS | count;
    this.index[count] = index;
    this.task[count] = task;
    what[count] = (byte) code;
    count++;
  }

  void visit(Visitor visitor) {
    Arrays.sort(order, 0, count);
    Kind[] kinds = Kind.values();
    long now = 0;
    for (int i = 0; i < count; i++) {
      long at = order[i] >> INDEX_BITS;
      if (at > now) {
        visitor.between(startMillis + now, startMillis + at);
        now = at;
      }
      int event = (int) (order[i] & ((1L << INDEX_BITS) - 1));
      Kind kind = kinds[what[event] / 2];
      if (what[event] % 2 == 0) {
        visitor.begin(kind, index[event], task[event]);
      } else {
        visitor.end(kind, index[event], task[event]);
      }
    }
    if (now < millis) {
      visitor.between(startMillis + now, startMillis + millis);
    }
  }
}
