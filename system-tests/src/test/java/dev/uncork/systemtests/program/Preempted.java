package dev.uncork.systemtests.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Many threads, few processors, short critical sections that end in every way there is: returns,
 * exceptions, waits, a thread's death, code that is deoptimized meanwhile, a forked child.
 *
 * <p>After each section it asks the hooks, if they are there, whether anything of the section is
 * left. Standard input tells when to rest, which all threads but one do then, and when to end;
 * lines of standard output tell what was seen.
 */
public final class Preempted {
  private static final int WORK = 20_000;
  private static final int RARELY = 512;
  private static final int OFTEN = 16;

  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private final AtomicLong sections = new AtomicLong();
  private final AtomicLong leftRequested = new AtomicLong();
  private final AtomicLong deaths = new AtomicLong();
  private volatile Shape shape = new Round();
  private volatile boolean over;
  private volatile boolean resting;
  private long guarded;
  private volatile boolean kept;

  /** A second kind of this is loaded while compiled code relies on there being one. */
  interface Shape {
    int sides();
  }

  private static final class Round implements Shape {
    @Override
    public int sides() {
      return 1;
    }
  }

  private static final class Square implements Shape {
    @Override
    public int sides() {
      return 4;
    }
  }

  private Preempted() {}

  public static void main(String[] args) throws Exception {
    new Loops(new Preempted()).run(Integer.parseInt(args[0]));
  }

  /** What loops has a class of its own: one that a thread is in a loop of keeps its code. */
  private record Loops(Preempted program) {
    void run(int threads) throws Exception {
      for (int i = 0; i < threads; i++) {
        boolean rests = i > 0;
        new Thread(() -> work(rests), "visitor-" + i).start();
      }
      Thread mortals = new Thread(this::mortals, "mortals");
      mortals.start();
      System.out.println("here " + ProcessHandle.current().pid());
      System.out.flush();
      for (int command = System.in.read(); command >= 0; command = System.in.read()) {
        program.resting |= command == 'r';
        program.tell();
      }
      program.over = true;
      mortals.join();
      System.out.println("over");
    }

    private void work(boolean rests) {
      for (long i = 1; !program.over && !(rests && program.resting); i++) {
        program.method((int) (i % RARELY));
        if (i % RARELY == 0) {
          program.rare(i / RARELY);
        }
        program.sections.incrementAndGet();
        program.check();
      }
    }

    private void mortals() {
      while (!program.over && !program.resting) {
        Thread mortal = new Thread(program::dies, "mortal");
        mortal.setUncaughtExceptionHandler((thread, error) -> program.deaths.incrementAndGet());
        mortal.start();
        try {
          mortal.join();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  private void tell() {
    System.out.println(
        "sections "
            + sections.get()
            + " kept "
            + (kept ? 1 : 0)
            + " requested "
            + leftRequested.get()
            + " deaths "
            + deaths.get());
    System.out.flush();
    kept = false;
  }

  private void rare(long round) {
    try {
      switch ((int) (round % 6)) {
        case 0 -> block(true);
        case 1 -> waits();
        case 2 -> condition(1);
        case 3 -> forks();
        case 4 -> shape = round % 5 == 0 ? new Square() : new Round();
        default -> divides(0);
      }
    } catch (IllegalStateException | ArithmeticException expected) {
      sections.incrementAndGet();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized int method(int variant) {
    guarded += busy(variant == 0 ? shape.sides() : 1);
    if (variant % OFTEN == 1) {
      kept = Hooks.kept() || kept;
    }
    return variant == 2 ? block(false) : 0;
  }

  private int block(boolean fail) {
    synchronized (monitor) {
      if (fail) {
        throw new IllegalStateException("inside");
      }
      return shape.sides();
    }
  }

  private synchronized void waits() throws InterruptedException {
    wait(1);
  }

  private void condition(int divisor) throws InterruptedException {
    lock.lock();
    try {
      condition.awaitNanos(TimeUnit.MICROSECONDS.toNanos(100 / divisor));
    } finally {
      lock.unlock();
    }
  }

  private synchronized int divides(int divisor) {
    return 1 / divisor;
  }

  private synchronized void forks() throws Exception {
    new ProcessBuilder("true").start().waitFor();
  }

  private synchronized void dies() {
    throw new IllegalStateException("the end of this thread");
  }

  private static int busy(int seed) {
    int x = seed;
    for (int i = 0; i < WORK; i++) {
      x = x * 1103515245 + 12345;
    }
    return x;
  }

  private void check() {
    if (Hooks.requested()) {
      leftRequested.incrementAndGet();
    }
  }

  /** Uncork's own account of the calling thread, once it is in this JVM. */
  private static final class Hooks {
    private static volatile @Nullable MethodHandle kept;
    private static volatile @Nullable MethodHandle requested;
    private static final AtomicLong calls = new AtomicLong();

    private Hooks() {}

    static boolean kept() {
      try {
        MethodHandle handle = kept;
        if (handle == null) {
          handle = find("kept");
          kept = handle;
        }
        return handle != null && (boolean) handle.invokeExact();
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    static boolean requested() {
      try {
        MethodHandle handle = requested;
        if (handle == null) {
          handle = find("requested");
          requested = handle;
        }
        return handle != null && (boolean) handle.invokeExact();
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    private static @Nullable MethodHandle find(String name) throws Exception {
      if (calls.getAndIncrement() % RARELY != 0) {
        return null;
      }
      try {
        // The agent defines its classes one by one; a call between two of them would fail for good.
        for (String later :
            List.of(
                "nopreempt.ThreadSlice",
                "nopreempt.SliceKernel",
                "nopreempt.SliceBytes",
                "jvm.VirtualThreads")) {
          Class.forName("dev.uncork.boot." + later, false, null);
        }
        Class<?> type = Class.forName("dev.uncork.boot.nopreempt.NonPreemption", true, null);
        return MethodHandles.lookup().findStatic(type, name, MethodType.methodType(boolean.class));
      } catch (ClassNotFoundException e) {
        return null;
      }
    }
  }
}
