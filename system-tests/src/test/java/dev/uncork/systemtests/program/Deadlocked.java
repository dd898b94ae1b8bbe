package dev.uncork.systemtests.program;

import java.util.concurrent.CountDownLatch;

/** Two threads, each with the lock that the other waits for. */
public final class Deadlocked {
  private static final CountDownLatch BOTH = new CountDownLatch(2);

  private Deadlocked() {}

  public static void main(String[] args) {
    Object left = new Object();
    Object right = new Object();
    new Thread(() -> take(left, right), "visitor-left").start();
    new Thread(() -> take(right, left), "visitor-right").start();
  }

  private static void take(Object first, Object second) {
    synchronized (first) {
      BOTH.countDown();
      try {
        BOTH.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      synchronized (second) {
        System.out.println("not deadlocked");
      }
    }
  }
}
