package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.WaitingTasks;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What holds an application back, with the figures that it rests on: a record for each form of
 * evidence. The verdict is one of them too.
 */
public sealed interface SparkFinding {
  SparkKind kind();

  /** What removing the cause would save. */
  TimeGain gain();

  default List<SparkAdvice> advice() {
    return List.of();
  }

  /** The line of the program that it is about. */
  default Optional<CallSite> site() {
    return Optional.empty();
  }

  /** About the line of one stage. */
  sealed interface OfStage extends SparkFinding {
    Stage stage();

    @Override
    default Optional<CallSite> site() {
      return Optional.of(stage().callSite());
    }
  }

  /**
   * Nothing removable is worth mentioning.
   *
   * @param busyShare of the slot-seconds in which a slot held a task
   */
  record Healthy(double busyShare, TimeGain gain) implements SparkFinding {
    @Override
    public SparkKind kind() {
      return SparkKind.HEALTHY;
    }
  }

  /**
   * Too short to tell, or most of it is Spark's start.
   *
   * @param startSeconds until the first job
   */
  record TooShort(double startSeconds, TimeGain gain) implements SparkFinding {
    @Override
    public SparkKind kind() {
      return SparkKind.TOO_SHORT;
    }
  }

  /**
   * Tasks had not ended when the events did, which tell what a task did only at its end.
   *
   * @param stage of most of them
   * @param share of all slot-seconds
   */
  record Unended(Stage stage, double share, TimeGain gain) implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.UNKNOWN;
    }
  }

  /**
   * Tasks are off the CPU, and nobody saw what for.
   *
   * @param kind a wait of the tasks; unknown where a machine that was busy may be the cause as well
   * @param stage whose tasks are off the CPU most
   * @param share of all tasks' time
   * @param inPython whether they wait for functions in Python, which may compute
   * @param gain at most, if all of it goes
   */
  record OffCpu(
      SparkKind kind,
      Stage stage,
      double share,
      boolean inPython,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {}

  /**
   * Tasks are ready to run and have no core; only the plugin tells.
   *
   * @param stage that waits most
   * @param share of all tasks' time
   * @param byOthers whether other processes have these cores, as far as is known; else the
   *     application's own threads have them
   */
  record MachineBusy(
      Stage stage, double share, boolean byOthers, TimeGain gain, List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.MACHINE_BUSY;
    }
  }

  /**
   * One task of a stage runs long after the others.
   *
   * @param kind straggler; skew where its rows or bytes explain it; slow node where its executor's
   *     other tasks are slow too
   * @param key what the rows are divided by, for skew
   * @param executor that ran the longest task
   */
  record LongTask(
      SparkKind kind,
      Stage stage,
      Lengths lengths,
      Optional<SkewedKey> key,
      Rows rows,
      Where executor,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {}

  /**
   * Times of a stage's tasks.
   *
   * @param alike other stages of the same line that are meant too
   */
  record Lengths(int tasks, long medianMillis, long longestMillis, int alike) {}

  /** What a stage's tasks read: rows, or bytes where rows are not known. */
  record Rows(long median, long ofLongest, boolean bytes) {}

  /**
   * An executor.
   *
   * @param times how much longer its tasks take than those of the others; 1 where they don't
   */
  record Where(String executor, String host, double times) {}

  /**
   * What rows are divided by.
   *
   * @param columns as the plan names them, such as {@code customer}
   * @param operator that reads them, such as {@code SortMergeJoin}
   */
  record SkewedKey(List<String> columns, String operator) {}

  /**
   * The driver holds the slots up: its own code, planning, results, a broadcast, a list of files.
   *
   * @param seconds in which no task could run because of it
   * @param times how often
   * @param bytes of results or of the table that is broadcast; 0 where that is not it
   * @param taskSeconds in which tasks pack the table and unpack it on each executor
   * @param before the action that had ended before the longest of these times
   * @param after the action that came next
   * @param seen where the driver was seen most, if the plugin looked
   */
  record Driver(
      SparkKind kind,
      double seconds,
      int times,
      long bytes,
      double taskSeconds,
      Optional<CallSite> before,
      Optional<CallSite> after,
      Optional<CallSite> seen,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements SparkFinding {
    @Override
    public Optional<CallSite> site() {
      return seen.or(() -> after).or(() -> before);
    }
  }

  /**
   * The number of a stage's tasks doesn't fit: too few for the slots, or so many tiny ones that
   * starting them is most of the work; of files for the latter too. Or the program takes results by
   * so few of its partitions at a time.
   *
   * @param lengths of the stage's tasks, or of those of all such stages
   * @param bytes that they read
   * @param files small ones that were read or written; 0 where that is not it
   * @param written whether they were written
   */
  record TaskCount(
      SparkKind kind,
      Stage stage,
      Lengths lengths,
      long bytes,
      long files,
      boolean written,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {}

  /**
   * Tasks spend their time on something else than their work.
   *
   * @param kind a wait of the tasks where Python workers wait themselves
   * @param stage that spends most on it
   * @param operator of the plan behind it, such as {@code BatchEvalPython} or {@code
   *     CartesianProduct}
   * @param share of the tasks' time
   * @param bytes spilled, fetched or written; of a heap at its peak
   * @param ofItCpu of a time of Python workers, the share in which they used the CPU
   */
  record TaskTime(
      SparkKind kind,
      Stage stage,
      Optional<String> operator,
      double share,
      long bytes,
      OptionalDouble ofItCpu,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {
    /** The operator of a stage in which {@code RDD.cartesian} pairs rows. */
    public static final String CARTESIAN = "cartesian";
  }

  /**
   * What was computed is computed again, since nothing kept it.
   *
   * @param stage one that did so
   * @param made the line that made the RDD; empty for rows of queries
   * @param columns by which queries shuffle these rows
   * @param times that it was computed, the first time too
   * @param evicted partitions that the program wants kept and that were not; 0 where it doesn't
   * @param slotSeconds of all times but the first, at most
   */
  record Recomputed(
      Stage stage,
      Optional<CallSite> made,
      List<String> columns,
      int times,
      int evicted,
      double slotSeconds,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.RECOMPUTED;
    }

    @Override
    public Optional<CallSite> site() {
      return made.or(() -> Optional.of(stage.callSite()));
    }
  }

  /**
   * A column with text is parsed for each of its fields.
   *
   * @param times for each row
   * @param slotSeconds of all times but one, at most
   */
  record Parsed(
      Stage stage,
      String column,
      int times,
      double slotSeconds,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.RECOMPUTED;
    }
  }

  /**
   * Text files are read once more before they are read, to infer their schema.
   *
   * @param stage that took longest
   * @param times that this was done
   * @param slotSeconds of all of them
   */
  record Inferred(
      Stage stage, int times, double slotSeconds, TimeGain gain, List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.SCHEMA_INFERENCE;
    }
  }

  /**
   * Tasks are blocked at a lock of their executor; only the plugin tells.
   *
   * @param stage that is blocked most
   * @param lock that costs most there
   * @param share of all tasks' time in which they are blocked at locks
   */
  record Blocked(
      Stage stage, BlockedTasks lock, double share, TimeGain gain, List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.CONTENDED_LOCK;
    }
  }

  /**
   * Tasks are off the CPU, and what for is known; only the plugin tells.
   *
   * @param stage that waits most
   * @param awaited what took longest there
   * @param share of all tasks' time in which they are off the CPU without a name of Spark's
   */
  record Awaiting(
      Stage stage, WaitingTasks awaited, double share, TimeGain gain, List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.TASK_WAIT;
    }
  }

  /**
   * Spark ran copies of tasks that seemed slow, most of them in vain.
   *
   * @param stage with most such copies
   * @param copies that were started, in all stages
   * @param inVain of these, which the first attempt overtook
   * @param slotSeconds of the latter
   */
  record Copies(
      Stage stage,
      int copies,
      int inVain,
      double slotSeconds,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.SPECULATION;
    }
  }

  /**
   * Attempts of tasks failed.
   *
   * @param attempts that did, with those whose executor went
   * @param reason the most frequent: an exception's class or Spark's word
   * @param message its first line; may be empty
   * @param slotSeconds of these attempts
   */
  record Failures(
      Stage stage,
      int attempts,
      String reason,
      String message,
      double slotSeconds,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements OfStage {
    @Override
    public SparkKind kind() {
      return SparkKind.FAILED_TASKS;
    }
  }

  /**
   * Before it runs anything, Spark waits for executors that never come.
   *
   * @param wanted cores that the settings ask for
   * @param had of these
   * @param seconds so long
   */
  record Unregistered(int wanted, int had, double seconds, TimeGain gain, List<SparkAdvice> advice)
      implements SparkFinding {
    @Override
    public SparkKind kind() {
      return SparkKind.WAITING_FOR_EXECUTORS;
    }
  }

  /**
   * Slots stand empty while tasks wait: executors are missing, or Spark holds tasks back from those
   * that are there.
   *
   * @param kind waiting for executors, or unbalanced executors
   * @param wanted slots
   * @param had of these, on average while they were missing
   * @param seconds so long
   */
  record EmptySlots(
      SparkKind kind,
      int wanted,
      double had,
      double seconds,
      TimeGain gain,
      List<SparkAdvice> advice)
      implements SparkFinding {}
}
