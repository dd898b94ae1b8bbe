package dev.uncork.agent.child;

import java.util.concurrent.locks.ReentrantLock;

/** A program that contends for a monitor and a lock until its standard input ends. */
public final class ContendedProgram {
  private static final Object MONITOR = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static long work;

  private ContendedProgram() {}

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(ContendedProgram::contend, "contender (with) odd name " + i);
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("ready");
    while (System.in.read() >= 0) {}
  }

  private static void contend() {
    while (true) {
      synchronized (MONITOR) {
        spin();
      }
      LOCK.lock();
      try {
        spin();
      } finally {
        LOCK.unlock();
      }
    }
  }

  private static void spin() {
    for (int i = 0; i < 5_000; i++) {
      work += i;
    }
  }
}
