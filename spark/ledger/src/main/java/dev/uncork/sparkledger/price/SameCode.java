package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.StageTasks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * What the first runs of a stage's code take longer on each executor, where it is generated,
 * loaded, and not compiled yet. Stages of one line and the same operators run the same code: those
 * of a loop.
 *
 * <p>Only runs that read as much are compared, and first ones count as slow only where all of them
 * exceed so many later ones that chance is unlikely: tasks of uneven lengths have long ones among
 * the first, too.
 *
 * @param number of the code
 * @param first whether each task of the stage is one of the first of its executor
 */
record SameCode(int number, boolean[] first, double extraMillis) {
  /** That first tasks are all so long, if they were like the later ones. */
  private static final double UNLIKELY = 0.02;

  /** Of a first task's rows and bytes, which a later one must have at least. */
  private static final double AS_MUCH = 0.8;

  /** Of each stage. */
  static List<SameCode> of(List<StageTasks> stages) {
    Map<String, List<StageTasks>> codes = new LinkedHashMap<>();
    for (StageTasks stage : stages) {
      codes.computeIfAbsent(code(stage), key -> new ArrayList<>()).add(stage);
    }
    Map<StageTasks, SameCode> found = new HashMap<>();
    for (List<StageTasks> code : codes.values()) {
      int number = found.size();
      Map<StageTasks, boolean[]> first = first(code);
      double extra = extraMillis(first);
      first.forEach((stage, those) -> found.put(stage, new SameCode(number, those, extra)));
    }
    return stages.stream().map(stage -> Objects.requireNonNull(found.get(stage))).toList();
  }

  /** Spark lists the operators of one plan in any order. */
  private static String code(StageTasks stage) {
    return stage.stage().callSite().name() + new TreeSet<>(stage.stage().operators());
  }

  /**
   * Which tasks are: they began nearer to the begin than to the end of the one that ended first on
   * the executor. Spark often starts the next task some milliseconds before it notes that end.
   */
  static Map<StageTasks, boolean[]> first(Collection<StageTasks> stages) {
    Map<Integer, Long> ends = new HashMap<>();
    Map<Integer, Long> middles = new HashMap<>(); // twice, of the one that ended first
    for (StageTasks stage : stages) {
      for (int i = 0; i < stage.count(); i++) {
        int executor = stage.executor(i);
        if (stage.end(i) < ends.getOrDefault(executor, Long.MAX_VALUE)) {
          ends.put(executor, stage.end(i));
          middles.put(executor, stage.start(i) + stage.end(i));
        }
      }
    }
    Map<StageTasks, boolean[]> result = new LinkedHashMap<>();
    for (StageTasks stage : stages) {
      boolean[] first = new boolean[stage.count()];
      for (int i = 0; i < first.length; i++) {
        int executor = stage.executor(i);
        first[i] = executor >= 0 && 2 * stage.start(i) <= middles.getOrDefault(executor, 0L);
      }
      result.put(stage, first);
    }
    return result;
  }

  private static double extraMillis(Map<StageTasks, boolean[]> first) {
    long rows = Long.MAX_VALUE;
    long bytes = Long.MAX_VALUE;
    for (Map.Entry<StageTasks, boolean[]> one : first.entrySet()) {
      StageTasks stage = one.getKey();
      for (int i = 0; i < stage.count(); i++) {
        if (one.getValue()[i] && stage.succeeded(i)) {
          rows = Math.min(rows, stage.rowsRead(i));
          bytes = Math.min(bytes, stage.bytesRead(i));
        }
      }
    }
    double[] runs = runs(first, true, 0, 0);
    double[] later = runs(first, false, AS_MUCH * rows, AS_MUCH * bytes);
    if (runs.length == 0 || later.length < FirstTasks.ENOUGH) {
      return 0;
    }
    double usual = FirstTasks.quantile(later, 1 - Math.pow(UNLIKELY, 1.0 / runs.length));
    return runs[0] > usual ? Math.max(0, FirstTasks.mean(runs) - FirstTasks.mean(later)) : 0;
  }

  /** Of tasks that are first or not, and read so much. */
  private static double[] runs(
      Map<StageTasks, boolean[]> first, boolean wanted, double rows, double bytes) {
    DoubleStream.Builder runs = DoubleStream.builder();
    first.forEach(
        (stage, those) -> {
          for (int i = 0; i < those.length; i++) {
            boolean enough = stage.rowsRead(i) >= rows && stage.bytesRead(i) >= bytes;
            if (stage.succeeded(i) && those[i] == wanted && enough) {
              runs.add(FirstTasks.run(stage, i));
            }
          }
        });
    return runs.build().sorted().toArray();
  }

  /** Whether one of the stage's tasks is. */
  boolean first(int task) {
    return task < first.length && first[task];
  }
}
