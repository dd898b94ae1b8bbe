package dev.uncork.recording.jfr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A thread for each way to wait, all for 50 ms at a time, and some that wait for ever. */
final class WaitingProgram {
  private static final int BEAT_MILLIS = 50;

  private WaitingProgram() {}

  /** A lock of a class of its own. */
  private static final class Guard {}

  /** A thing to be notified of. */
  private static final class Bell {}

  private interface Step {
    void take() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 5, here);
        Socket client = new Socket(here, server.getLocalPort());
        Socket accepted = server.accept()) {
      forEver(
          "server",
          () -> {
            Thread.sleep(BEAT_MILLIS);
            accepted.getOutputStream().write(1);
          });
      forEver("reader", () -> client.getInputStream().read());
      forEver("accepting", server::accept);
      rest();
      long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
      long sum = 0;
      while (System.nanoTime() < end) {
        for (int i = 1; i < 100_000; i++) {
          sum += end / i;
        }
      }
      System.out.println(sum > 0 ? "done" : "");
      System.exit(0);
    }
  }

  private static void rest() {
    Guard guard = new Guard();
    Bell bell = new Bell();
    forEver("sleeper", () -> Thread.sleep(BEAT_MILLIS));
    forEver("parker", () -> LockSupport.parkNanos(bell, BEAT_MILLIS * 1_000_000L));
    forEver(
        "waiter",
        () -> {
          synchronized (bell) {
            bell.wait(BEAT_MILLIS);
          }
        });
    for (int i = 0; i < 3; i++) {
      forEver(
          "guarded-" + i,
          () -> {
            synchronized (guard) {
              Thread.sleep(BEAT_MILLIS);
            }
            Thread.sleep(1);
          });
    }
    Guard left = new Guard();
    Guard right = new Guard();
    CountDownLatch both = new CountDownLatch(2);
    forEver("stuck-left", () -> take(left, right, both));
    forEver("stuck-right", () -> take(right, left, both));
    ReentrantLock never = new ReentrantLock();
    never.lock();
    forEver("stuck-juc", never::lock);
  }

  private static void take(Guard first, Guard second, CountDownLatch both) throws Exception {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        throw new IllegalStateException("no deadlock");
      }
    }
  }

  private static void forEver(String name, Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  step.take();
                }
              } catch (IOException e) {
                // The program ends.
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
