package dev.uncork.workloads.synchmeth;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** One run: threads that increment the counter as often as they can until the time is over. */
final class Synchmeth {
  private final SharedCounter counter;
  private final int workOutside;
  private volatile boolean over;

  Synchmeth(SharedCounter counter, int workOutside) {
    this.counter = counter;
    this.workOutside = workOutside;
  }

  /** What came out: increments of each thread, and the time. */
  record Result(long[] perThread, long counted, double seconds) {}

  Result run(int threads, double seconds, LongConsumer opsPerSecond) throws InterruptedException {
    List<Incrementer> incrementers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      incrementers.add(new Incrementer(i));
    }
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    incrementers.forEach(Thread::start);
    long reportedAt = start;
    long reported = 0;
    for (long now = start; now < end; now = System.nanoTime()) {
      // The wait is the run; a report comes every second of it.
      TimeUnit.NANOSECONDS.sleep(Math.min(end - now, TimeUnit.SECONDS.toNanos(1)));
      long count = counter.value();
      long at = System.nanoTime();
      opsPerSecond.accept((long) ((count - reported) * 1e9 / (at - reportedAt)));
      reported = count;
      reportedAt = at;
    }
    over = true;
    for (Incrementer incrementer : incrementers) {
      incrementer.join();
    }
    double took = (System.nanoTime() - start) / 1e9;
    return new Result(
        incrementers.stream().mapToLong(thread -> thread.increments).toArray(),
        counter.value(),
        took);
  }

  private final class Incrementer extends Thread {
    private long increments;

    Incrementer(int number) {
      super("synchmeth-" + number);
    }

    @Override
    public void run() {
      while (!over) {
        counter.increment();
        increments++;
        Work.units(workOutside);
      }
    }
  }
}
