package dev.uncork.systemtests.program;

/** Spends its time in synchronized methods of objects that only one thread uses. */
public final class Ledger {
  private static final int OBJECTS = 64;
  private static final int POSTINGS = 20_000_000;
  private static final int STEPS = 40;

  private long balance;

  private Ledger() {}

  private synchronized void post(int amount) {
    for (int i = 0; i < STEPS; i++) {
      balance = balance * 31 + amount;
    }
  }

  private synchronized long balance() {
    return balance;
  }

  public static void main(String[] arguments) {
    Ledger[] ledgers = new Ledger[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
      ledgers[i] = new Ledger();
    }
    for (int i = 0; i < POSTINGS; i++) {
      ledgers[i % OBJECTS].post(i);
    }
    long sum = 0;
    for (Ledger ledger : ledgers) {
      sum += ledger.balance();
    }
    System.out.println(sum);
  }
}
