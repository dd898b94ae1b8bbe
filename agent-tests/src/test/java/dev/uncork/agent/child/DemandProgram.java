package dev.uncork.agent.child;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program whose threads hold a monitor for 100 µs, then a lock twice for 50 µs, until its
 * standard input ends.
 */
public final class DemandProgram {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static long work;

  private DemandProgram() {}

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(Worker::operate, "worker " + i);
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("ready");
    Worker.awaitTheEnd();
  }

  /** A class of its own: one that a thread is in a loop of isn't measured. */
  private static final class Worker {
    static void awaitTheEnd() throws IOException {
      while (System.in.read() >= 0) {}
    }

    static void operate() {
      while (true) {
        hold();
        for (int i = 0; i < 2; i++) {
          lock();
        }
      }
    }
  }

  /** What javac makes of a block has a handler that handles itself. */
  private static void hold() {
    synchronized (DemandProgram.class) {
      spin(100_000);
    }
  }

  private static void lock() {
    LOCK.lock();
    try {
      spin(50_000);
    } finally {
      LOCK.unlock();
    }
  }

  private static void spin(int nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      work++;
    }
  }
}
