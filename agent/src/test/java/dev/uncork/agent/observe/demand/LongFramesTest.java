package dev.uncork.agent.observe.demand;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which classes threads are in loops of, told by their real stacks. */
class LongFramesTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** What a line that is printed takes, however fast this machine is. */
  private static final long LINE_NANOS = 200_000;

  private static volatile boolean over;
  private static volatile long work;

  @BeforeEach
  void begin() {
    over = false;
  }

  @AfterEach
  void end() {
    over = true;
  }

  /** Loops over all others' methods. */
  private static final class Worker implements Runnable {
    @Override
    public void run() {
      while (!over) {
        Called.loop();
        Called.holdingMonitor();
        Called.holdingLock();
        Called.method();
      }
    }
  }

  /** Always on some stack, but never for long. */
  private static final class Called {
    private static final ReentrantLock LOCK = new ReentrantLock();

    static void loop() {
      for (int i = 0; i < 100_000; i++) {
        work++;
      }
    }

    static void holdingMonitor() {
      synchronized (LOCK) {
        for (int i = 0; i < 100_000; i++) {
          work++;
        }
      }
    }

    static void holdingLock() {
      LOCK.lock();
      try {
        for (int i = 0; i < 100_000; i++) {
          work++;
        }
      } finally {
        LOCK.unlock();
      }
    }

    static synchronized void method() {
      for (int i = 0; i < 100_000; i++) {
        work++;
      }
    }
  }

  /** Does nothing but take a lock again and again. */
  private static final class Locker implements Runnable {
    @Override
    public void run() {
      while (!over) {
        synchronized (Locker.class) {
          work++;
        }
      }
    }
  }

  /** Waits for its loop's turn. */
  private static final class Preparing implements Runnable {
    @Override
    public void run() {
      Spinning.until();
      for (int i = 0; i < 10; i++) {
        work++;
      }
    }
  }

  private static final class Spinning {
    static void until() {
      while (!over) {
        work++;
      }
    }
  }

  /** In a loop, but asleep. */
  private static final class Sleeper implements Runnable {
    @Override
    public void run() {
      synchronized (this) {
        while (!over) {
          try {
            wait(10_000);
          } catch (InterruptedException e) {
            return;
          }
        }
      }
    }
  }

  /** Sleeps, and is awake for moments, of which it has to wait for its core in the most. */
  private static final class Printing implements Runnable {
    static final Semaphore CORE = new Semaphore(0);
    static volatile long turns;

    @Override
    public void run() {
      while (!over) {
        LockSupport.parkNanos(100_000_000);
        CORE.acquireUninterruptibly();
        turns++;
      }
    }
  }

  /** Sleeps, and works for as long. */
  private static final class Halting implements Runnable {
    @Override
    public void run() {
      while (!over) {
        LockSupport.parkNanos(20_000_000);
        long end = System.nanoTime() + 20_000_000;
        while (System.nanoTime() - end < 0) {
          work++;
        }
      }
    }
  }

  private static void start(Runnable body, int threads) {
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(body, body.getClass().getSimpleName() + " " + i);
      thread.setDaemon(true);
      thread.start();
      while (!isIn(thread, body.getClass().getName())) {
        assertThat(thread.isAlive()).isTrue();
      }
    }
  }

  private static boolean isIn(Thread thread, String type) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(type));
  }

  /** The reason against changing each class, "" for none. */
  @SuppressWarnings("deprecation") // Thread.threadId() came with JDK 19.
  private static String reason(Class<?> type) {
    return reason(type, thread -> THREADS.getThreadCpuTime(thread.getId()));
  }

  private static String reason(Class<?> type, ToLongFunction<Thread> cpuNanos) {
    LongFrames frames = LongFrames.of(Set.of(type.getName()), cpuNanos);
    String reason = frames.reasonAgainst(type);
    return reason == null ? "" : reason;
  }

  @Test
  void aClassInWhoseLoopAThreadIsStaysAsItIs() {
    start(new Worker(), 4);
    assertThat(reason(Worker.class))
        .matches("thread 'Worker \\d' is in a loop of its method run, .*");
    assertThat(reason(Called.class)).as("methods that return").isEmpty();
  }

  @Test
  void aLoopThatTakesItsLockInEachTurnIsOne() {
    start(new Locker(), 4);
    assertThat(reason(Locker.class)).contains("in a loop of its method run");
  }

  @Test
  void aLoopThatIsYetToComeIsOne() {
    start(new Preparing(), 1);
    assertThat(reason(Preparing.class)).contains("in a loop of its method run");
  }

  @Test
  void aThreadThatSleepsLosesNothing() {
    start(new Sleeper(), 4);
    assertThat(reason(Sleeper.class)).isEmpty();
  }

  /** As one that prints a line every second does on a loaded machine. */
  @Test
  void aThreadThatWaitsForItsCoreLosesNothing() {
    start(new Printing(), 1);
    Thread scheduler =
        new Thread(
            () -> {
              while (!over) {
                LockSupport.parkNanos(200_000_000);
                Printing.CORE.release();
              }
            });
    scheduler.setDaemon(true);
    scheduler.start();
    assertThat(reason(Printing.class, thread -> Printing.turns * LINE_NANOS)).isEmpty();
  }

  @Test
  void aThreadThatWorksBetweenSleepsIsInItsLoop() {
    start(new Halting(), 1);
    assertThat(reason(Halting.class)).contains("in a loop of its method run");
  }

  @Test
  void aClassThatNoThreadIsInMayBeChanged() {
    assertThat(reason(String.class)).isEmpty();
  }
}
