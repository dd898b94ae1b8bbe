package dev.uncork.report.words;

import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.SparkFacts;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.Grounds;
import dev.uncork.diagnosis.tune.Remark;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.diagnosis.tune.TuneStage;
import dev.uncork.scaling.law.Interval;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is said of a tuning's levers, advice and decisions. */
public final class TuneWords {
  private TuneWords() {}

  /** How the program was started. */
  public static String setup(Setup setup) {
    return setup.changes().isEmpty()
        ? "as it is"
        : setup.changes().stream().map(Change::text).collect(Collectors.joining(", "));
  }

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
    if (why instanceof Why.FasterOnFewerCores fewer) {
      return format(
          "in this run it was %.2f times as fast on %d of its %d cores",
          fewer.speed(), fewer.cores(), fewer.of());
    }
    if (why instanceof Why.HeldOnFewerCores held) {
      return format("it may scale to all %d cores now", held.of());
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
    if (why instanceof Why.LostTime lost) {
      return format(
          "its event log puts the cost of %s at %.1f of %.1f s",
          lost.cause().replace('-', ' '), lost.seconds(), lost.ofSeconds());
    }
    throw new IllegalArgumentException("no words for " + why);
  }

  private static String known(Why.Known why) {
    return switch (why) {
      case ASKED -> "asked for";
      case SEVERAL_BOTTLENECKS -> "threads wait at several places, each of which hides the next";
      case HIDDEN_BY_OTHERS ->
          "one bottleneck hides the next: none of them alone made a difference";
      case PROVEN_TOGETHER -> "it was proven only together with others";
      case OTHER_LAYOUTS -> "the same cores and memory may be divided differently";
      case MUCH_IN_SYNCHRONIZED ->
          "much of the time is spent in synchronized methods that nobody waits for";
      case THREADS_ON_NODES -> "the program's threads run on several nodes";
      case EXECUTORS_ON_NODES -> "executors run on several NUMA nodes";
      case ASYNCHRONOUS_LOG ->
          "log lines are written by a separate thread; a JVM that is killed loses the last"
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
      case QUIET -> "write less, or from a separate thread: the lock is held while writing";
      case HOLD -> "hold it for a shorter time or less often, or split what it guards";
      case PARALLEL -> "spread the loop over the workers: dev.uncork.concurrent.Parallel";
    };
  }

  /** What a decision rests on. */
  public static String grounds(Attempt attempt) {
    Grounds grounds = attempt.grounds();
    if (grounds instanceof Grounds.Known known) {
      return switch (known) {
        case FIGURES -> figures(attempt);
        case NO_GAIN_PROVEN ->
            figures(attempt)
                + ": no gain of "
                + Amounts.fineChange(Lever.WORTH)
                + " or more was proven";
        case NOT_FASTER_TOGETHER ->
            figures(attempt) + ": what was kept together with others isn't faster than this";
        case NO_VALUE_RIGHT -> "every value failed its self-check";
        case NO_COMBINATION_RIGHT -> "every combination failed its self-check";
      };
    }
    if (grounds instanceof Grounds.WrongResult wrong) {
      return "WRONG: a run with it failed its self-check, one without it did not: "
          + wrong.failure();
    }
    if (grounds instanceof Grounds.FailsWithout fails) {
      return fails.failure();
    }
    if (grounds instanceof Grounds.Interrupted interrupted) {
      return "stopped: " + stopped(interrupted.reason());
    }
    throw new IllegalArgumentException("no words for " + grounds);
  }

  private static String figures(Attempt attempt) {
    Interval gain = attempt.gain().orElseThrow();
    String pairs = attempt.pairs().size() == 1 ? "1 pair" : attempt.pairs().size() + " pairs";
    return gain.low() >= 1
        ? Amounts.timesAsFast(gain) + ", " + pairs + " of runs"
        : format(
            "%s (%s to %s), %s of runs",
            Amounts.fineChange(gain.value()),
            Amounts.fineChange(gain.low()),
            Amounts.fineChange(gain.high()),
            pairs);
  }

  /** Why a tuning stopped, as the end of a sentence; empty while it goes on. */
  public static String stopped(TuneResult result) {
    return result.stopReason().map(TuneWords::stopped).orElse("");
  }

  private static String stopped(StopReason reason) {
    if (reason instanceof StopReason.Known known) {
      return switch (known) {
        case NOTHING_PROMISES_MORE -> "nothing that can be tried promises more";
        case BY_USER -> "the user stopped it";
        case INTERRUPTED -> "interrupted";
        case EARLIER -> "it was stopped there";
      };
    }
    if (reason instanceof StopReason.ProgramFails fails) {
      return "the program fails without any remedy: " + fails.failure();
    }
    if (reason instanceof StopReason.FailsWithoutRemedy fails) {
      return "the program fails without the remedy too: " + fails.failure();
    }
    if (reason instanceof StopReason.BudgetUsedUp) {
      return "the budget is used up";
    }
    if (reason instanceof StopReason.BudgetTooShort tooShort) {
      return format(
          "the budget is too short to compare anything: a run takes %s, and a first run, three of"
              + " the program as it is, one under observation and three pairs take about %s; give"
              + " --budget %s or more",
          time(tooShort.runSeconds()),
          time(tooShort.neededSeconds()),
          argument(tooShort.neededSeconds()));
    }
    if (reason instanceof StopReason.RunTooLong tooLong) {
      return format(
          "--budget %ds is too short to compare anything: the first run was ended after %s, since"
              + " longer ones leave no time for a comparison; expected a --budget of %d times what"
              + " a run takes",
          Math.round(tooLong.budgetSeconds()), time(tooLong.mostSeconds()), tooLong.runs());
    }
    if (reason instanceof StopReason.CoresBusy busy) {
      return format("the cores are busy (%.0f %%)", 100 * busy.share());
    }
    throw new IllegalArgumentException("no words for " + reason);
  }

  private static String time(double seconds) {
    return seconds < 90
        ? format(seconds < 10 ? "%.1f s" : "%.0f s", seconds)
        : format("%.0f min", Math.ceil(seconds / 60));
  }

  private static String argument(double seconds) {
    return seconds < 90
        ? format("%.0fs", Math.ceil(seconds))
        : format("%.0fm", Math.ceil(seconds / 60));
  }

  /** A lever that was not tried, with its values and what speaks for it. */
  public static String notReached(Lever lever, TuneResult result) {
    String values =
        lever.values().stream()
            .filter(value -> !result.best().changes().contains(value))
            .map(Change::text)
            .collect(Collectors.joining(", or "));
    return values
        + ": "
        + why(lever.why())
        + (lever.predictedGain().isPresent()
            ? "; predicted " + Amounts.fineChange(lever.predictedGain().getAsDouble())
            : "");
  }

  /** What came of it where nothing was kept. */
  public static String nothingKept(TuneResult result) {
    return result.attempts().isEmpty() && !result.notReached().isEmpty()
        ? "Nothing was changed: nothing could be tried."
        : "Nothing was changed: no remedy was proven to be worth it.";
  }

  /** What the user should know of how it went. */
  public static List<String> remarks(TuneResult result) {
    return result.remarks().stream().map(TuneWords::remark).toList();
  }

  private static String remark(Remark remark) {
    if (remark instanceof Remark.BaselineRunFailed failed) {
      return "a run of the baseline wasn't counted: " + failed.failure();
    }
    if (remark instanceof Remark.HardlyRepeatable hardly) {
      return format(
          "the program is hardly repeatable: its runs differ by ±%.0f %%; longer runs, a fixed"
              + " amount of work, or a quieter machine would let smaller gains be proven",
          100 * hardly.spread());
    }
    if (remark instanceof Remark.NotCheckedAlone unchecked) {
      return "ran out of budget before " + unchecked.part().text() + " could be checked on its own";
    }
    if (remark instanceof Remark.ComparedRunFailed failed) {
      return "a run of the final comparison wasn't counted: " + failed.failure();
    }
    throw new IllegalArgumentException("no words for " + remark);
  }

  /** What is done next. */
  public static String stage(TuneStage stage) {
    if (stage instanceof TuneStage.Known known) {
      return switch (known) {
        case WARM_UP -> "baseline: a first run, which fills caches and isn't counted";
        case OBSERVATION -> "a run under observation";
      };
    }
    if (stage instanceof TuneStage.Baseline baseline) {
      return "baseline: run " + baseline.run() + " of " + baseline.of();
    }
    if (stage instanceof TuneStage.Look look) {
      return "one run with " + look.change().text();
    }
    if (stage instanceof TuneStage.Wrong wrong) {
      return "WRONG with " + wrong.change().text() + ": " + wrong.failure();
    }
    if (stage instanceof TuneStage.Pair pair) {
      return pair.change().text()
          + ": pair "
          + pair.number()
          + (pair.gain().isPresent()
              ? ", so far " + Amounts.fineChange(pair.gain().getAsDouble())
              : "");
    }
    if (stage instanceof TuneStage.FinalPair pair) {
      return "final comparison: pair " + pair.number() + " of " + pair.of();
    }
    throw new IllegalArgumentException("no words for " + stage);
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
