package dev.uncork.agent.child;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A program that looks whether classes of the JDK that lock what they are given are hooked: before
 * any object was locked often, and after; and what happens while a thread is in one of them.
 */
public final class JdkHooksProgram {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private JdkHooksProgram() {}

  /** The only class that can be reserved. */
  static final class Counter {
    private long value;

    synchronized void add() {
      value++;
    }
  }

  /** Locks what it is given, in code of the JDK's. */
  private static final class Given extends Reader {
    Given(Object lock) {
      super(lock);
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
      return -1;
    }

    @Override
    public void close() {}
  }

  /** The same; what it prints becomes a text before it locks. */
  private static final class Printing extends PrintWriter {
    Printing(Object lock) {
      super(Writer.nullWriter());
      this.lock = lock;
    }
  }

  /** Is in the JDK's code until it may go on. */
  private static final class Slow {
    final CountDownLatch inside = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public String toString() {
      inside.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return "slow";
    }
  }

  public static void main(String[] arguments) throws Exception {
    await(() -> remediesAreIn("awaitWanted"));
    System.out.println("hooked before " + hooked());
    Counter counter = new Counter();
    Slow slow = new Slow();
    Thread printing = new Thread(() -> new Printing(counter).println(slow));
    printing.setDaemon(true);
    printing.start();
    slow.inside.await();
    for (int i = 0; i < 100; i++) {
      counter.add();
    }
    if (!isRewritten(counter)) {
      System.out.println("still waiting " + remediesAreIn("awaitWanted"));
    } else {
      await(() -> remediesAreIn("awaitOldCode"));
      counter.add();
      System.out.println("reserved meanwhile " + isReserved(counter));
    }
    slow.goOn.countDown();
    printing.join();
    if (isRewritten(counter)) {
      Counter other = new Counter(); // The first was locked by another thread.
      await(
          () -> {
            other.add();
            return isReserved(other);
          });
      System.out.println("reserved after");
    }
    System.out.println("hooked after " + hooked());
  }

  private static void await(BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begin > DEADLINE_NANOS) {
        throw new AssertionError("it didn't happen within 30 s");
      }
      Thread.yield();
    }
  }

  private static boolean remediesAreIn(String method) {
    for (Map.Entry<Thread, StackTraceElement[]> one : Thread.getAllStackTraces().entrySet()) {
      if (one.getKey().getName().equals("uncork-remedies")) {
        for (StackTraceElement frame : one.getValue()) {
          if (frame.getMethodName().equals(method)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether the hook before the lock in {@link Reader#skip} asks for the lock's reservation. */
  private static boolean hooked() throws IOException, ReflectiveOperationException {
    boolean[] asked = {false};
    Object lock =
        Proxy.newProxyInstance(
            JdkHooksProgram.class.getClassLoader(),
            new Class<?>[] {Class.forName("dev.uncork.boot.reserve.Reservable")},
            (proxy, method, values) -> {
              asked[0] |= method.getName().equals("uncork$reservation");
              return method.getReturnType() == int.class ? 0 : null;
            });
    try (Reader reader = new Given(lock)) {
      reader.skip(1);
    }
    return asked[0];
  }

  private static boolean isRewritten(Object object) {
    for (Class<?> face : object.getClass().getInterfaces()) {
      if (face.getName().endsWith(".Reservable")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReserved(Object object) {
    try {
      return object.getClass().getMethod("uncork$reservation").invoke(object) != null;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
