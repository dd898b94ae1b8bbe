package dev.uncork.benchmarks.preemption.program;

import dev.uncork.benchmarks.results.ProcessTicks;
import dev.uncork.workloads.sections.Tally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Threads that do work inside and outside of sections under one lock, for some numbers of threads
 * and lengths of sections in turn.
 *
 * <p>Arguments: LOCK THREADS,THREADS,... HOLD_NANOS,HOLD_NANOS,... MILLIS SETTLE_MILLIS
 * UNITS_PER_MICROSECOND [MEETING BEGIN_MILLIS END_MILLIS]. For each cell one line: the cell's name,
 * then pairs of a figure's name and its value. Before them the first length runs with the middle
 * one of the numbers of threads, uncounted, for what has to settle; each is counted once the JVM's
 * compilers are at rest, for MILLIS, or longer with more than 16 threads, and once more if they had
 * over 1 % of a processor meanwhile, up to eight times. Who else had a processor goes to the
 * standard error.
 *
 * <p>With the last three, once settled, it takes turns with another one ({@link Turns}), one line
 * for each.
 *
 * <p>With the argument {@code calibrate} alone it prints how many units of work a microsecond has
 * here. All that are compared get the same number, so that their sections hold the same work.
 */
public final class SharedSections {
  /** Without those of the turns. */
  private static final int ARGUMENTS = 6;

  private static final double TICK_SECONDS = 0.004;
  private static final String WORKER = "worker-";
  private static final double WARMING_SHARE = 0.25;
  private static final double MOST_COMPILED = 0.01;
  private static final int MOST_TRIALS = 8;

  /**
   * With more threads, cells take longer, so that each thread gets enough slices to be compared.
   */
  private static final int THREADS_IN_TIME = 16;

  private final SharedLock lock;
  private final long holdNanos;
  private final int units;
  private volatile boolean counting;
  private volatile boolean over;

  /** What the JVM's compilers had of a processor while this was counted. */
  private double compiled;

  private SharedSections(String lock, long holdNanos, double unitsPerMicrosecond) {
    this.lock = SharedLock.named(lock);
    this.holdNanos = holdNanos;
    this.units = (int) Math.max(1, Math.round(holdNanos / 1e3 * unitsPerMicrosecond));
  }

  public static void main(String[] args) throws InterruptedException {
    if (args[0].equals("calibrate")) {
      System.out.println(Busy.unitsPerMicrosecond());
      return;
    }
    long millis = Long.parseLong(args[3]);
    double unitsPerMicrosecond = Double.parseDouble(args[5]);
    int[] threads = Arrays.stream(args[1].split(",")).mapToInt(Integer::parseInt).toArray();
    long[] holds = Arrays.stream(args[2].split(",")).mapToLong(Long::parseLong).toArray();
    new SharedSections(args[0], holds[0], unitsPerMicrosecond)
        .run(threads[threads.length / 2], Long.parseLong(args[4]));
    if (args.length > ARGUMENTS) {
      Turns turns = new Turns(Path.of(args[6]), Long.parseLong(args[7]), Long.parseLong(args[8]));
      turns.meet();
      new SharedSections(args[0], holds[0], unitsPerMicrosecond).take(turns, threads[0]);
      return;
    }
    for (long holdNanos : holds) {
      for (int count : threads) {
        long cellMillis = millis * Math.max(1, count / THREADS_IN_TIME);
        SharedSections cell;
        String figures;
        int trials = 0;
        do {
          cell = new SharedSections(args[0], holdNanos, unitsPerMicrosecond);
          figures = cell.run(count, cellMillis);
        } while (cell.compiled > MOST_COMPILED && ++trials < MOST_TRIALS);
        cell.print(count, figures);
      }
    }
  }

  private void print(int threads, String figures) {
    System.out.println("cell " + threads + "t-" + holdNanos / 1000 + "us " + figures);
    System.out.flush();
  }

  private void take(Turns turns, int threads) throws InterruptedException {
    List<Tally> tallies = tallies(threads);
    Phaser phaser = new Phaser(1 + threads);
    start(tallies, tally -> workInTurns(tally, phaser));
    long before = 0;
    Map<String, Long> timesBefore = ProcessorTimes.ofAll();
    long firstNanos = System.nanoTime();
    for (int i = 0; i < 1 + Turns.COUNT + 1; i++) {
      turns.awaitBegin();
      counting = true;
      phaser.arriveAndAwaitAdvance();
      long beginNanos = System.nanoTime();
      turns.awaitEnd();
      counting = false;
      double seconds = (System.nanoTime() - beginNanos) / 1e9;
      phaser.arriveAndAwaitAdvance();
      long sections = sections(tallies);
      // In the first one it is compiled, and in the last one the other program may have gone.
      if (i > 0 && i <= Turns.COUNT) {
        String figure = "throughput %.1f";
        print(threads, String.format(Locale.ROOT, figure, perSecond(sections - before, seconds)));
      }
      before = sections;
    }
    double passed = (System.nanoTime() - firstNanos) / 1e9;
    String others = ProcessorTimes.since(timesBefore, passed, WORKER);
    System.err.println(threads + " threads, in turns, others had: " + others);
    over = true;
    phaser.arriveAndAwaitAdvance();
  }

  private void workInTurns(Tally tally, Phaser phaser) {
    phaser.arriveAndAwaitAdvance();
    while (!over) {
      while (counting) {
        lock.section(tally, units);
        Busy.units(units);
      }
      phaser.arriveAndAwaitAdvance();
      phaser.arriveAndAwaitAdvance();
    }
  }

  private String run(int threads, long millis) throws InterruptedException {
    List<Tally> tallies = tallies(threads);
    List<Thread> workers = start(tallies, this::work);
    TimeUnit.MILLISECONDS.sleep((long) (millis * WARMING_SHARE));
    Compilers.await();
    Map<String, Long> before = ProcessorTimes.ofAll();
    long compilersBefore = Compilers.ticks();
    long beginNanos = System.nanoTime();
    counting = true;
    TimeUnit.MILLISECONDS.sleep(millis);
    over = true;
    double seconds = (System.nanoTime() - beginNanos) / 1e9;
    compiled = (double) (Compilers.ticks() - compilersBefore) / ProcessTicks.PER_SECOND / seconds;
    String others = ProcessorTimes.since(before, seconds, WORKER);
    System.err.println(threads + "t-" + holdNanos / 1000 + "us, others had: " + others);
    for (Thread worker : workers) {
      worker.join();
    }
    return figures(tallies, seconds);
  }

  private List<Tally> tallies(int threads) {
    List<Tally> tallies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      tallies.add(new Tally(holdNanos));
    }
    return tallies;
  }

  /** A thread for each. */
  private static List<Thread> start(List<Tally> tallies, Consumer<Tally> work) {
    List<Thread> workers = new ArrayList<>();
    for (Tally tally : tallies) {
      workers.add(new Thread(() -> work.accept(tally), WORKER + workers.size()));
    }
    workers.forEach(Thread::start);
    return workers;
  }

  private void work(Tally tally) {
    while (!counting) {
      lock.section(tally, units);
      Busy.units(units);
    }
    tally.begin();
    while (!over) {
      lock.section(tally, units);
      Busy.units(units);
    }
    tally.end();
  }

  private static String figures(List<Tally> tallies, double seconds) {
    double sections = perSecond(sections(tallies), seconds);
    double ideal = Math.sqrt(sections * TICK_SECONDS) * (tallies.size() - 1);
    return String.format(
        Locale.ROOT,
        "throughput %.1f contended %.2f holder-preemptions %.2f jain %.5f dispersion %.3f ideal"
            + " %.3f wait-deviation-us %.2f switches-per-tick %.3f",
        sections,
        perSecond(tallies.stream().mapToLong(t -> t.contended()).sum(), seconds),
        perSecond(tallies.stream().mapToLong(t -> t.preempted()).sum(), seconds),
        Tally.jain(tallies),
        Tally.dispersion(tallies),
        ideal,
        Tally.waitDeviationNanos(tallies) / 1e3,
        perSecond(tallies.stream().mapToLong(t -> t.switches()).sum(), seconds) * TICK_SECONDS);
  }

  private static long sections(List<Tally> tallies) {
    return tallies.stream().mapToLong(t -> t.sections()).sum();
  }

  private static double perSecond(long count, double seconds) {
    return count / seconds;
  }
}
