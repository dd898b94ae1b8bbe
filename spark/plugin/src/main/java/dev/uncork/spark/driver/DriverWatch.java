package dev.uncork.spark.driver;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.ProcText;
import dev.uncork.spark.base.ProcessCpu;
import dev.uncork.spark.event.DriverUsageEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.jspecify.annotations.Nullable;

/**
 * Looks four times a second what the driver's program does, but only while no task runs: all slots
 * wait for it then. One thread of its own; what it has seen goes to the listener bus.
 */
public final class DriverWatch implements Runnable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long USAGE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int LEAST_LOOKS = 2; // half a second
  private static final int MOST_GAPS = 2_000;

  private final Consumer<SparkListenerEvent> bus;
  private final DriverUse use = new DriverUse();
  private final DriverThreads threads = new DriverThreads();
  private final AtomicInteger tasks = new AtomicInteger();
  private final AtomicInteger jobs = new AtomicInteger();
  private final Thread thread = new Thread(this, "uncork-driver");
  private volatile boolean stopping;
  private @Nullable GapSamples gap;
  private int gapsTold;
  private long usageNanos = System.nanoTime();

  /** Does nothing yet. */
  public DriverWatch(Consumer<SparkListenerEvent> bus) {
    this.bus = bus;
    thread.setDaemon(true);
  }

  /** Keeps up with tasks. */
  public SparkListener listener() {
    return new SparkListener() {
      @Override
      public void onTaskStart(SparkListenerTaskStart start) {
        tasks.incrementAndGet();
      }

      @Override
      public void onTaskEnd(SparkListenerTaskEnd end) {
        // An end may come without a beginning that the bus has dropped.
        tasks.accumulateAndGet(-1, (now, change) -> Math.max(0, now + change));
      }

      @Override
      public void onJobStart(SparkListenerJobStart start) {
        jobs.incrementAndGet();
      }

      @Override
      public void onJobEnd(SparkListenerJobEnd end) {
        if (jobs.accumulateAndGet(-1, (now, change) -> Math.max(0, now + change)) == 0) {
          tasks.set(0); // Ends of tasks that were dropped, or that come later than their job's.
        }
      }
    };
  }

  public void start() {
    thread.start();
  }

  /** Ends it, and tells the rest. */
  public void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    thread.join(TimeUnit.SECONDS.toMillis(2));
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        look();
        LockSupport.parkNanos(LOOK_NANOS);
      }
      tell();
    } catch (Throwable e) {
      Log.failed("no longer watching what the driver does between jobs", e);
    } finally {
      bus.accept(use.event()); // Which ends what there is to tell.
    }
  }

  private void look() {
    threads.search();
    if (tasks.get() > 0) {
      tell();
    } else {
      GapSamples now = gap == null ? new GapSamples(System.currentTimeMillis()) : gap;
      gap = now;
      now.add(threads.alive());
    }
    if (System.nanoTime() - usageNanos > USAGE_NANOS) {
      usageNanos = System.nanoTime();
      bus.accept(use.event());
    }
  }

  private void tell() {
    GapSamples ended = gap;
    gap = null;
    if (ended != null && ended.looks() >= LEAST_LOOKS && gapsTold < MOST_GAPS) {
      gapsTold++;
      bus.accept(ended.event(System.currentTimeMillis()));
    }
  }

  /** What the driver has used so far. */
  private static final class DriverUse {
    private final long bornNanos = System.nanoTime();
    private final long cpuMillis = ProcessCpu.millis();
    private final long childrenMillis = ProcessCpu.childrenMillis();
    private final String host = ProcText.bootId();

    DriverUsageEvent event() {
      DriverUsageEvent event = new DriverUsageEvent();
      event.host = host;
      event.upMillis = (System.nanoTime() - bornNanos) / 1_000_000;
      event.cpuMillis = Math.max(0, ProcessCpu.millis() - cpuMillis);
      event.childrenMillis = Math.max(0, ProcessCpu.childrenMillis() - childrenMillis);
      return event;
    }
  }
}
