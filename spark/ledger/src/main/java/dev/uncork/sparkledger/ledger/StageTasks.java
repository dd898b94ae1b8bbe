package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A stage's attempts of tasks as columns: a million of them fit into memory. In launch order. */
public final class StageTasks {
  private static final SlotRow[] ROWS = SlotRow.values();

  private final Stage stage;
  private final int count;
  private final long[] start;
  private final long[] end;
  private final int[] executor;
  private final boolean[] succeeded;
  private final boolean[] speculative;
  private final long[] rowsRead;
  private final long[] bytesRead;
  private final float[][] parts = new float[ROWS.length][];
  private final long resultBytes;
  private final Unpacking unpacking;
  private final long medianMillis;
  private final long longestMillis;
  private final int succeededCount;

  /**
   * What tasks waited for, in milliseconds by executor.
   *
   * @param blocked at locks
   * @param queued for a core
   * @param collecting of the latter, the share in which their executor's collectors had the core
   */
  record Waits(
      Map<Integer, Double> blocked, Map<Integer, Double> queued, Map<Integer, Double> collecting) {}

  /**
   * The unpacking of tasks, which is work for the CPU. Without each executor's first, which may
   * fetch what the stage's tasks share.
   */
  public record Unpacking(long millis, long cpuMillis) {
    public static final Unpacking NONE = new Unpacking(0, 0);

    /** Of less than this, rounding is most. */
    public static final long LEAST_CPU_MILLIS = 10;

    /** Both together. */
    public Unpacking plus(Unpacking other) {
      return new Unpacking(millis + other.millis, cpuMillis + other.cpuMillis);
    }

    /** So many times its CPU time it took; the more the cores are needed by others, the more. */
    public double times() {
      return Math.max(1, (double) millis / Math.max(1, cpuMillis));
    }
  }

  private StageTasks(
      Stage stage, Task[] tasks, Map<String, Integer> executors, Waits waits, TaskParts divider) {
    this.stage = stage;
    count = tasks.length;
    start = new long[count];
    end = new long[count];
    executor = new int[count];
    succeeded = new boolean[count];
    speculative = new boolean[count];
    rowsRead = new long[count];
    bytesRead = new long[count];
    double[] rows = new double[ROWS.length];
    long results = 0;
    Unpacking unpacked = Unpacking.NONE;
    Set<Integer> begun = new HashSet<>();
    for (int i = 0; i < count; i++) {
      Task task = tasks[i];
      start[i] = task.span().startMillis();
      end[i] = start[i] + task.span().millis();
      executor[i] = executors.getOrDefault(task.key().executor(), -1);
      succeeded[i] = task.outcome() == Task.Outcome.SUCCEEDED;
      speculative[i] = task.key().speculative();
      Volumes volumes = task.volumes();
      rowsRead[i] = volumes.input().records() + volumes.shuffleRead().records();
      bytesRead[i] = volumes.input().bytes() + volumes.shuffleRead().bytes();
      results += volumes.resultBytes();
      if (!begun.add(executor[i])) {
        Task.Times times = task.times();
        unpacked = unpacked.plus(new Unpacking(times.deserialize(), times.deserializeCpu()));
      }
      divider.divide(task, rows);
      for (int row = 0; row < rows.length; row++) {
        if (rows[row] > 0) {
          if (parts[row] == null) {
            parts[row] = new float[count];
          }
          parts[row][i] = (float) rows[row];
        }
      }
    }
    known(waits);
    resultBytes = results;
    unpacking = unpacked;
    long[] lengths =
        IntStream.range(0, count)
            .filter(i -> succeeded[i])
            .mapToLong(this::millis)
            .sorted()
            .toArray();
    succeededCount = lengths.length;
    medianMillis = lengths.length == 0 ? 0 : lengths[(lengths.length - 1) / 2];
    longestMillis = lengths.length == 0 ? 0 : lengths[lengths.length - 1];
  }

  /**
   * Takes from what tasks of each executor waited for what is known of it, in proportion. Who was
   * blocked and then waited for a core counts in both: where they exceed all waits, each has its
   * share. What collectors of their own executor took while tasks could have run is garbage
   * collection, as are the times for which these stop all tasks.
   */
  private void known(Waits known) {
    float[] waits = parts[SlotRow.TASK_WAIT.ordinal()];
    if (waits == null || known.blocked().isEmpty() && known.queued().isEmpty()) {
      return;
    }
    Map<Integer, Double> all = new HashMap<>();
    for (int i = 0; i < count; i++) {
      all.merge(executor[i], (double) waits[i], Double::sum);
    }
    float[] blocked = new float[count];
    float[] queued = new float[count];
    float[] collected = new float[count];
    for (int i = 0; i < count; i++) {
      if (waits[i] > 0) {
        double blockedMillis = known.blocked().getOrDefault(executor[i], 0.0);
        double queuedMillis = known.queued().getOrDefault(executor[i], 0.0);
        double most = Math.max(all.getOrDefault(executor[i], 1.0), blockedMillis + queuedMillis);
        blocked[i] = (float) (blockedMillis / most * waits[i]);
        queued[i] = (float) (queuedMillis / most * waits[i]);
        waits[i] = Math.max(0, waits[i] - blocked[i] - queued[i]);
        collected[i] = (float) (known.collecting().getOrDefault(executor[i], 0.0) * queued[i]);
        queued[i] -= collected[i];
      }
    }
    parts[SlotRow.LOCK_WAIT.ordinal()] = blocked;
    parts[SlotRow.CORE_WAIT.ordinal()] = queued;
    float[] stopped = parts[SlotRow.GC.ordinal()];
    for (int i = 0; stopped != null && i < count; i++) {
      collected[i] += stopped[i];
    }
    parts[SlotRow.GC.ordinal()] = collected;
  }

  /**
   * Reads a stage.
   *
   * @param executors their indexes by id
   * @param waits what the plugin knows
   * @param divider of their times
   */
  static StageTasks of(
      Stage stage, Map<String, Integer> executors, Waits waits, TaskParts divider) {
    Task[] tasks = stage.tasks().toArray(Task[]::new);
    Arrays.sort(tasks, (a, b) -> Long.compare(a.span().startMillis(), b.span().startMillis()));
    return new StageTasks(stage, tasks, executors, waits, divider);
  }

  public Stage stage() {
    return stage;
  }

  /** Attempts. */
  public int count() {
    return count;
  }

  public long start(int task) {
    return start[task];
  }

  public long end(int task) {
    return end[task];
  }

  public long millis(int task) {
    return end[task] - start[task];
  }

  /** Index in the application's executors; -1 where it isn't among them. */
  public int executor(int task) {
    return executor[task];
  }

  public boolean succeeded(int task) {
    return succeeded[task];
  }

  /** Whether Spark started it beside another attempt, which seemed slow. */
  public boolean speculative(int task) {
    return speculative[task];
  }

  public long rowsRead(int task) {
    return rowsRead[task];
  }

  /** By all attempts. */
  public long rowsRead() {
    return LongStream.of(rowsRead).sum();
  }

  public long bytesRead(int task) {
    return bytesRead[task];
  }

  /** Milliseconds of a task in a row. */
  public double part(int task, SlotRow row) {
    float[] column = parts[row.ordinal()];
    return column == null ? 0 : column[task];
  }

  /** Milliseconds of all tasks in a row. */
  public double part(SlotRow row) {
    float[] column = parts[row.ordinal()];
    double sum = 0;
    for (int i = 0; column != null && i < count; i++) {
      sum += column[i];
    }
    return sum;
  }

  /** Milliseconds of all attempts. */
  public double millis() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += millis(i);
    }
    return sum;
  }

  public Unpacking unpacking() {
    return unpacking;
  }

  public long resultBytes() {
    return resultBytes;
  }

  public int succeededCount() {
    return succeededCount;
  }

  public long medianMillis() {
    return medianMillis;
  }

  public long longestMillis() {
    return longestMillis;
  }

  /** The task that took longest of those that succeeded; -1 if none did. */
  public int longest() {
    int longest = -1;
    for (int i = 0; i < count; i++) {
      if (succeeded[i] && (longest < 0 || millis(i) > millis(longest))) {
        longest = i;
      }
    }
    return longest;
  }

  /** Whether its longest task stands out from the others. */
  public boolean uneven() {
    return succeededCount > 1
        && longestMillis >= 2 * medianMillis
        && longestMillis - medianMillis >= 100;
  }
}
