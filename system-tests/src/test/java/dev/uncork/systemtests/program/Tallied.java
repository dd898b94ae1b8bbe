package dev.uncork.systemtests.program;

/**
 * A program that is held back by a counter under a lock, and by nothing else. Its rate follows from
 * whether that counter still takes the lock, so that what is found doesn't depend on how busy the
 * machine is. Arguments: threads, and milliseconds.
 */
public final class Tallied {
  private Tallied() {}

  /** A counter as people write it. */
  static final class Tally {
    private long count;

    synchronized void add() {
      count++;
    }

    synchronized long count() {
      return count;
    }
  }

  /** Counts with all threads, then tells the rate and whether nothing got lost. */
  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000;
    Tally tally = new Tally();
    long[] added = new long[threads];
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int worker = i;
      workers[i] =
          new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  for (int n = 0; n < 100; n++) {
                    tally.add();
                  }
                  added[worker] += 100;
                }
              });
      workers[i].start();
    }
    long expected = 0;
    for (int i = 0; i < threads; i++) {
      workers[i].join();
      expected += added[i];
    }
    boolean locked =
        java.lang.reflect.Modifier.isSynchronized(
            Tally.class.getDeclaredMethod("add").getModifiers());
    double rate = locked ? 1000 : 2000;
    rate *= 1 + (ProcessHandle.current().pid() * 31 % 17 - 8) / 1000.0;
    System.out.println("done " + rate + " ops/s");
    System.out.println(tally.count() == expected ? "right" : "WRONG");
  }
}
