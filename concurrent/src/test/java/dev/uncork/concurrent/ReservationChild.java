package dev.uncork.concurrent;

import java.util.concurrent.TimeUnit;

/** A program that prints how a reservable lock does on the JDK that runs it. */
final class ReservationChild {
  private static final ReservableLock LOCK = new ReservableLock();
  private static long count; // guarded by LOCK

  private ReservationChild() {}

  public static void main(String[] args) throws Exception {
    count(1_000);
    System.out.println("reserved " + LOCK.isReserved());
    Thread other = new Thread(() -> count(1_000));
    other.start();
    other.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
    System.out.println("revoked " + !LOCK.isReserved());
    System.out.println("count " + count);
    System.out.println("unavailable " + ReservableLock.unavailableReason());
    if (Runtime.version().feature() >= 21) {
      virtual();
    }
  }

  /** By reflection: compiled for Java 17. */
  private static void virtual() throws Exception {
    ReservableLock lock = new ReservableLock();
    Runnable uses =
        () -> {
          for (int i = 0; i < 100; i++) {
            lock.lock();
            lock.unlock();
          }
          System.out.println("virtual reserved " + lock.isReserved());
        };
    Thread thread =
        (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, uses);
    thread.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
  }

  private static void count(int times) {
    for (int i = 0; i < times; i++) {
      LOCK.lock();
      count++;
      LOCK.unlock();
    }
  }
}
