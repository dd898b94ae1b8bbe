package dev.uncork.report.words;

import dev.uncork.diagnosis.tune.Advice;
import dev.uncork.diagnosis.tune.SparkFacts;
import dev.uncork.diagnosis.tune.Why;
import java.util.Locale;

/** What is said of a tuning's levers, advice and decisions. */
public final class TuneWords {
  private TuneWords() {}

  /** What speaks for a lever. */
  public static String why(Why why) {
    if (why instanceof Why.Known known) {
      return known(known);
    }
    if (why instanceof Why.Collecting collecting) {
      return format(
          "collecting stops the program %.0f %% of the time and takes %.0f %% of its CPU time",
          100 * collecting.pauseShare(), 100 * collecting.cpuShare());
    }
    if (why instanceof Why.ExplicitCollections explicit) {
      return explicit.count() + " collections are asked for by System.gc()";
    }
    if (why instanceof Why.TasksCollect collect) {
      return format("collecting takes %.0f %% of the tasks' time", 100 * collect.share());
    }
    if (why instanceof Why.WaitedFor waited) {
      return "threads wait for " + waited.subject();
    }
    if (why instanceof Why.TooFewThreads few) {
      return FindingWords.tooFew(few.working(), few.cores());
    }
    if (why instanceof Why.InSynchronized locking) {
      return format(
          "%.0f %% of the time is spent in synchronized methods that nobody waits for",
          100 * locking.share());
    }
    if (why instanceof Why.GuardsCounters counters) {
      return "all that " + counters.lock() + " guards is counters, which can be updated atomically";
    }
    if (why instanceof Why.HolderDescheduled descheduled) {
      return "the holder of " + descheduled.lock() + " loses its processor while others wait";
    }
    if (why instanceof Why.CommonPool pool) {
      return format("the JVM's common pool does %.0f %% of the work", 100 * pool.share());
    }
    if (why instanceof Why.ShuffledRows shuffled) {
      return format("%,d rows went through shuffles, whose streams lock for each", shuffled.rows());
    }
    if (why instanceof Why.Shuffles shuffles) {
      return format(
          "tasks wait for shuffles and write them %.0f %% of their time", 100 * shuffles.share());
    }
    throw new IllegalArgumentException("no words for " + why);
  }

  private static String known(Why.Known why) {
    return switch (why) {
      case ASKED -> "asked for";
      case SEVERAL_BOTTLENECKS -> "threads wait at several places, of which one hides the next";
      case HIDDEN_BY_OTHERS ->
          "one bottleneck hides the next: none of them alone made a difference";
      case PROVEN_TOGETHER -> "it was proven only together with others";
      case OTHER_LAYOUTS -> "the same cores and memory may be divided otherwise";
      case MUCH_IN_SYNCHRONIZED ->
          "much of the time is spent in synchronized methods that nobody waits for";
      case THREADS_ON_NODES -> "the program's threads run on several nodes";
      case EXECUTORS_ON_NODES -> "executors run on several NUMA nodes";
      case ASYNCHRONOUS_LOG ->
          "log lines are written by a thread of their own; a JVM that is killed loses the last"
              + " ones";
      case LESS_LOG -> "only warnings and worse are logged";
    };
  }

  /** What to change in the source, with the class of the library that fits. */
  public static String advice(Advice.Remedy remedy) {
    return switch (remedy) {
      case COUNTER ->
          "count with dev.uncork.concurrent.StripedCounter, or an AtomicLong where the sum is read"
              + " all the time";
      case STRIPE ->
          "split the table: dev.uncork.concurrent.StripedSet (StripedLongSet and"
              + " LongFingerprintSet for numbers), or ConcurrentHashMap for a map";
      case CHUNK ->
          "hand units on 32 at a time: dev.uncork.concurrent.ChunkedWorklist, where their order"
              + " doesn't matter";
      case QUIET -> "write less, or from a thread of its own: the lock is held while writing";
      case HOLD -> "hold it less or less often; split what it guards";
      case PARALLEL -> "spread the loop over the workers: dev.uncork.concurrent.Parallel";
    };
  }

  /** What the tasks of a Spark application did with their time. */
  public static String work(SparkFacts.Work work) {
    return format(
        "of the time of %,d tasks, %.0f %% computed, %.0f %% collected garbage, %.0f %% waited for"
            + " blocks of shuffles and %.0f %% wrote them",
        work.tasks(),
        100 * work.share(work.cpuSeconds()),
        100 * work.share(work.gcSeconds()),
        100 * work.share(work.fetchWaitSeconds()),
        100 * work.share(work.shuffleWriteSeconds()));
  }

  private static String format(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
