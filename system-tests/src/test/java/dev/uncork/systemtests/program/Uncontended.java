package dev.uncork.systemtests.program;

/** One thread that does little but lock an object of its own. */
public final class Uncontended {
  private static final int ROUNDS = 60_000_000;

  private Uncontended() {}

  /** What the thread locks: the methods are small enough to be inlined. */
  static final class Account {
    private final long[] last = new long[16];
    private long sum;

    synchronized void add(long value) {
      sum += value;
      last[(int) (sum & 15)] = value;
    }

    synchronized long sum() {
      return sum;
    }
  }

  public static void main(String[] arguments) {
    Account account = new Account();
    for (int i = 0; i < ROUNDS; i++) {
      account.add(i);
    }
    System.out.println("sum " + account.sum());
  }
}
