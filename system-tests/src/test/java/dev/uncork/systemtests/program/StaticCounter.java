package dev.uncork.systemtests.program;

/** Threads that count in static counters, one of which is also locked from elsewhere at the end. */
public final class StaticCounter {
  private static final int THREADS = 4;
  private static final int ROUNDS = 300_000;

  private StaticCounter() {}

  /** Counts calls. */
  static final class Calls {
    private static long all;
    private static int last;

    private Calls() {}

    static synchronized void count() {
      all++;
    }

    static synchronized long all() {
      return all;
    }

    static int ticket() {
      synchronized (Calls.class) {
        return ++last;
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] threads = new Thread[THREADS];
    for (int t = 0; t < THREADS; t++) {
      threads[t] = new Thread(StaticCounter::count);
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("calls " + Calls.all() + ", next ticket " + Calls.ticket());
    synchronized (Calls.class) {
      long before = Calls.all();
      Calls.count();
      System.out.println("then " + (Calls.all() - before));
    }
  }

  private static void count() {
    for (int i = 0; i < ROUNDS; i++) {
      Calls.count();
      if (i % 10 == 0) {
        Calls.ticket();
      }
    }
  }
}
