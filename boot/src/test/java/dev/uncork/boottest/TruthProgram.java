package dev.uncork.boottest;

import dev.uncork.boot.collect.LockCollector;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that knows how often it blocked, run in a child JVM: {@code LIBRARY platform|virtual
 * ROUNDS BUFFER_BYTES}. It prints what it knows ({@code TRUTH}) and what the collector counted.
 */
final class TruthProgram {
  /** The contended class; each instance has its own number of blocked acquires. */
  static final class Cell {}

  /** A lock that is only blocked on once, to fill the tables. */
  static final class Rare {}

  /** A lock to wait for. */
  static final class Box {}

  /** Long against the time between a thread's own clock and the event, even if preempted. */
  private static final long HOLD_NANOS = 2_000_000;

  private static final int RARE = 60;

  private TruthProgram() {}

  public static void main(String[] args) throws Exception {
    Waiters waiters = new Waiters(args[1].equals("virtual"));
    int rounds = Integer.parseInt(args[2]);
    Drain drain = new Drain(Integer.parseInt(args[3]));
    check(LockCollector.load(args[0]));
    waiters.block(new Cell(), 1, 0);
    check(LockCollector.start(10));
    drain.start();

    List<Object> kept = new ArrayList<>();
    for (int instance = 0; instance < 4; instance++) {
      Cell cell = new Cell();
      kept.add(cell);
      long nanos = 0;
      int blocked = 0;
      for (int round = 0; round < rounds >> instance; round++) {
        int threads = 1 + round % 5;
        nanos += waiters.block(cell, threads, HOLD_NANOS);
        blocked += threads;
        if (round % 10 == 9) {
          System.gc();
        }
      }
      truth(cell, blocked, nanos, 0);
    }
    for (int i = 0; i < RARE; i++) {
      Rare rare = new Rare();
      kept.add(rare);
      truth(rare, 2, waiters.block(rare, 2, HOLD_NANOS), 0);
    }
    Box box = new Box();
    kept.add(box);
    waiters.waitAndNotify(box, rounds);
    truth(box, -1, 0, rounds);

    LockCollector.stop();
    Cell unseen = new Cell();
    waiters.block(unseen, 3, 0);
    truth(unseen, 0, 0, 0);
    check(LockCollector.start(10));
    Cell again = new Cell();
    truth(again, 3, waiters.block(again, 3, HOLD_NANOS), 0);
    LockCollector.stop();
    drain.drain();
    drain.print();
    System.out.println("KEPT " + kept.size());
  }

  private static void truth(Object lock, long blocked, long nanos, long waits) {
    System.out.printf(
        "TRUTH %s %d %d %d %d%n",
        lock.getClass().getName(), System.identityHashCode(lock), blocked, nanos, waits);
  }

  static void check(@org.jspecify.annotations.Nullable String failure) {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }
}
