package dev.uncork.cli.doctor;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * The program that doctor observes to see whether observation works: it blocks a known number of
 * times on one monitor, then waits for its standard input to end.
 */
public final class Patient {
  /** How many times it blocks. */
  public static final int BLOCKED_ACQUIRES = 20;

  private Patient() {}

  public static void main(String[] args) throws InterruptedException, IOException {
    if (args.length > 0 && args[0].equals("late")) {
      System.out.println("ready");
      System.in.read();
    }
    Object lock = new Object();
    for (int i = 0; i < BLOCKED_ACQUIRES; i++) {
      blockOnce(lock);
    }
    System.out.println("done");
    System.in.read();
  }

  private static void blockOnce(Object lock) throws InterruptedException {
    CountDownLatch arrived = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              arrived.countDown();
              synchronized (lock) {
                Thread.onSpinWait();
              }
            });
    synchronized (lock) {
      waiter.start();
      arrived.await();
      while (waiter.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
    }
    waiter.join();
  }
}
