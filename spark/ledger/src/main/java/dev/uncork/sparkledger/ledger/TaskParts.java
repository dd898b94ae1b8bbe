package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import java.util.Arrays;
import java.util.List;

/**
 * Divides a task's time among rows, so that they add up to it.
 *
 * <p>Spark's metrics overlap: collecting garbage stops a task that is counted as fetching, and
 * writing a shuffle uses the CPU. What is exact goes first: the phases around the run, then the CPU
 * time of the thread; waits share what is left of the run, in the order in which Spark's measure of
 * them is to be trusted. Waits that Spark has no name for are Python's where a Python operator runs
 * in the stage, then the disk's where the task spilled, as long as a slow one takes.
 */
final class TaskParts {
  /** Of a size in memory, to write objects or to pack them hard, and to read them again. */
  private static final double SLOW_SPILL_BYTES_PER_MILLI = 100_000;

  /** A query's rows are written as they are, packed lightly; what that waits for comes on top. */
  private static final double SPILL_BYTES_PER_MILLI = 500_000;

  /** Of what is on disk; who waits longer than that takes waits for something else. */
  private static final double SLOW_DISK_BYTES_PER_MILLI = 50_000;

  /** Rows are packed to a third or so: of more that left memory, most was not written. */
  private static final double MOST_PACKED = 3;

  /** The method by which queries make parts of rows of their own. */
  private static final String INTERNAL = "mapPartitionsInternal";

  private final boolean python;
  private final boolean lists;
  private final boolean failed;
  private final boolean rows;

  /**
   * Of a stage.
   *
   * @param lists whether it lists files, and does nothing else
   * @param failed or was cancelled; then that ended its last tasks
   * @param packedHard whether what leaves memory is packed by a slow compressor
   */
  TaskParts(List<String> operators, boolean lists, boolean failed, boolean packedHard) {
    this.lists = lists;
    rows =
        !packedHard
            && operators.stream().anyMatch(TaskParts::isOfQuery)
            && operators.stream().noneMatch(TaskParts::isOfRdd);
    this.failed = failed;
    python = operators.stream().anyMatch(PythonOperators::contains);
  }

  /** RDDs are named by methods, such as {@code sortByKey}, or by their class. */
  private static boolean isOfQuery(String operator) {
    return Character.isUpperCase(operator.charAt(0)) && !operator.endsWith("RDD");
  }

  /** What a program does with the rows of a query by methods of its own is done to objects. */
  private static boolean isOfRdd(String operator) {
    return Character.isLowerCase(operator.charAt(0)) && !operator.equals(INTERNAL);
  }

  private double spillMillis(Volumes.Spill spill) {
    double bytes = Math.min(spill.memoryBytes(), MOST_PACKED * spill.diskBytes());
    return rows
        ? 2 * bytes / SPILL_BYTES_PER_MILLI
        : 2 * spill.memoryBytes() / SLOW_SPILL_BYTES_PER_MILLI;
  }

  /** Adds the task's milliseconds by ordinal of {@link SlotRow} to an empty array. */
  void divide(Task task, double[] rows) {
    Arrays.fill(rows, 0);
    double span = task.span().millis();
    Task.Times times = task.times();
    if (lists) {
      rows[SlotRow.LISTING.ordinal()] = span;
      return;
    }
    switch (task.outcome()) {
      case SUCCEEDED, RUNNING -> {}
      case KILLED -> {
        boolean copy = task.key().speculative() || !failed;
        rows[(copy ? SlotRow.SPECULATION : SlotRow.UNEXPLAINED).ordinal()] = span;
        return;
      }
      case FAILED, FETCH_FAILED, LOST -> {
        rows[SlotRow.FAILED.ordinal()] = span;
        return;
      }
    }
    if (task.outcome() == Task.Outcome.RUNNING && times.run() == 0) {
      rows[SlotRow.UNEXPLAINED.ordinal()] = span;
      return;
    }
    Rest rest = new Rest(span);
    double run = rest.take(times.run());
    rows[SlotRow.DESERIALIZATION.ordinal()] = rest.take(times.deserialize());
    rows[SlotRow.RESULT.ordinal()] = rest.take(times.resultSerialization() + times.gettingResult());
    rows[SlotRow.SCHEDULING.ordinal()] = rest.left;
    divideRun(task, run, rows);
  }

  private void divideRun(Task task, double run, double[] rows) {
    Task.Times times = task.times();
    Rest rest = new Rest(run);
    rows[SlotRow.GC.ordinal()] = rest.take(times.gc());
    double cpu = rest.take(times.cpu());
    rows[SlotRow.FETCH_WAIT.ordinal()] = rest.take(times.fetchWait());
    double written = rest.take(times.shuffleWrite());
    double writtenByCpu = Math.min(times.shuffleWrite() - written, cpu);
    rows[SlotRow.SHUFFLE_WRITE.ordinal()] = written + Math.max(0, writtenByCpu);
    cpu -= Math.max(0, writtenByCpu);
    double spill = spillMillis(task.volumes().spill());
    if (python) {
      rows[SlotRow.PYTHON.ordinal()] = rest.left;
    } else {
      double disk = 2 * task.volumes().spill().diskBytes() / SLOW_DISK_BYTES_PER_MILLI;
      double waited = Math.min(rest.left, disk);
      double packed = Math.min(Math.max(0, spill - waited), 0.7 * cpu);
      rows[SlotRow.SPILL.ordinal()] = waited + packed;
      cpu -= packed;
      rows[SlotRow.TASK_WAIT.ordinal()] = rest.left - waited;
    }
    rows[SlotRow.CPU.ordinal()] = cpu;
  }

  /** What is left of a time. */
  private static final class Rest {
    private double left;

    Rest(double millis) {
      left = millis;
    }

    double take(double millis) {
      double taken = Math.max(0, Math.min(millis, left));
      left -= taken;
      return taken;
    }
  }
}
