package dev.uncork.systemtests.program;

/**
 * One thread that does little but lock an object of its own; where that can be reserved, until it
 * is, which takes a slow machine longer.
 */
public final class Uncontended {
  private static final int ROUNDS = 60_000_000;
  private static final long DEADLINE_NANOS = 60_000_000_000L;

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

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Account account = new Account();
    for (int i = 0; i < ROUNDS; i++) {
      account.add(i);
    }
    long sum = account.sum();
    if (Account.class.getInterfaces().length > 0) {
      awaitReservation(account);
    }
    System.out.println("sum " + sum);
  }

  private static void awaitReservation(Account account) throws ReflectiveOperationException {
    long begin = System.nanoTime();
    while (Account.class.getMethod("uncork$reservation").invoke(account) == null
        && System.nanoTime() - begin < DEADLINE_NANOS) {
      account.add(0);
    }
  }
}
