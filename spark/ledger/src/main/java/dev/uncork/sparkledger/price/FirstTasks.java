package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the first tasks of a stage take longer on each executor, where the stage's code is fetched,
 * unpacked, generated, loaded, and not compiled yet.
 *
 * <p>Those are the tasks that began there before any task of the stage had ended. What surrounds
 * their runs is compared with later tasks, of the whole application where the stage has few. Their
 * runs are compared only where all of them exceed so many later ones that chance is unlikely: tasks
 * of uneven lengths have long ones among the first, too.
 *
 * <p>An executor's very first task, of whatever stage, takes at least what those of the recorded
 * executors took.
 */
final class FirstTasks {
  private static final int ENOUGH = 3;

  /** That first tasks are all so long, if they were like the later ones. */
  private static final double UNLIKELY = 0.02;

  private final boolean[] first;
  private final boolean[] veryFirst;
  private final double extraMillis;
  private final double veryFirstMillis;

  private FirstTasks(
      boolean[] first, boolean[] veryFirst, double extraMillis, double veryFirstMillis) {
    this.first = first;
    this.veryFirst = veryFirst;
    this.extraMillis = extraMillis;
    this.veryFirstMillis = Math.max(extraMillis, veryFirstMillis);
  }

  /** Of each stage. */
  static List<FirstTasks> of(List<StageTasks> stages) {
    List<boolean[]> first = stages.stream().map(FirstTasks::first).toList();
    double[] around =
        IntStream.range(0, stages.size())
            .boxed()
            .flatMapToDouble(
                i ->
                    Arrays.stream(
                        values(stages.get(i), task -> !first.get(i)[task], FirstTasks::around)))
            .sorted()
            .toArray();
    List<boolean[]> veryFirst = veryFirst(stages);
    double[] aroundThose =
        IntStream.range(0, stages.size())
            .boxed()
            .flatMapToDouble(
                i ->
                    Arrays.stream(
                        values(stages.get(i), task -> veryFirst.get(i)[task], FirstTasks::around)))
            .toArray();
    double usual = around.length == 0 ? mean(aroundThose) : quantile(around, 0.5);
    double slower = 1 + runToo(stages, first, usual);
    double starting = Math.max(0, mean(aroundThose) - usual) * slower;
    return IntStream.range(0, stages.size())
        .mapToObj(
            i ->
                new FirstTasks(
                    first.get(i),
                    veryFirst.get(i),
                    extraMillis(stages.get(i), first.get(i), around, slower),
                    starting))
        .toList();
  }

  /** Whether each task is the first that its executor ran. */
  private static List<boolean[]> veryFirst(List<StageTasks> stages) {
    Map<Integer, Long> began = new HashMap<>();
    for (StageTasks stage : stages) {
      for (int i = 0; i < stage.count(); i++) {
        began.merge(stage.executor(i), stage.start(i), Math::min);
      }
    }
    return stages.stream()
        .map(
            stage -> {
              boolean[] very = new boolean[stage.count()];
              for (int i = 0; i < very.length; i++) {
                very[i] = stage.start(i) == began.getOrDefault(stage.executor(i), -1L);
              }
              return very;
            })
        .toList();
  }

  /**
   * What runs of first tasks take longer, for each millisecond that what surrounds them does: by
   * stages that have first and later ones, of which half show more and half less.
   */
  private static double runToo(List<StageTasks> stages, List<boolean[]> first, double usual) {
    double[] ratios =
        IntStream.range(0, stages.size())
            .mapToDouble(i -> runToo(stages.get(i), first.get(i), usual))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return ratios.length < ENOUGH ? 0 : Math.max(0, quantile(ratios, 0.5));
  }

  private static double runToo(StageTasks stage, boolean[] first, double usual) {
    double[] later = values(stage, task -> !first[task], FirstTasks::run);
    double[] runs = values(stage, task -> first[task], FirstTasks::run);
    double around = mean(values(stage, task -> first[task], FirstTasks::around)) - usual;
    boolean known = later.length > 0 && runs.length > 0 && around > usual;
    return known ? (mean(runs) - mean(later)) / around : Double.NaN;
  }

  private static double extraMillis(
      StageTasks stage, boolean[] first, double[] aroundLaterOnes, double slower) {
    double[] laterRuns = values(stage, task -> !first[task], FirstTasks::run);
    double[] laterAround = values(stage, task -> !first[task], FirstTasks::around);
    double[] runs = values(stage, task -> first[task], FirstTasks::run);
    double[] around = values(stage, task -> first[task], FirstTasks::around);
    double[] compared = laterAround.length >= ENOUGH ? laterAround : aroundLaterOnes;
    if (runs.length == 0 || compared.length == 0) {
      return 0;
    }
    double extra = Math.max(0, mean(around) - quantile(compared, 0.5));
    if (laterRuns.length < ENOUGH) {
      return extra + Math.min(mean(runs), extra * (slower - 1));
    }
    double usual = quantile(laterRuns, 1 - Math.pow(UNLIKELY, 1.0 / runs.length));
    return runs[0] > usual ? extra + Math.max(0, mean(runs) - mean(laterRuns)) : extra;
  }

  /**
   * Whether each task is one: it began nearer to the begin than to the end of the one that ended
   * first there. Spark often starts the next task some milliseconds before it notes that end.
   */
  private static boolean[] first(StageTasks stage) {
    Map<Integer, Integer> ended = new HashMap<>();
    for (int i = 0; i < stage.count(); i++) {
      ended.merge(stage.executor(i), i, (a, b) -> stage.end(b) < stage.end(a) ? b : a);
    }
    boolean[] first = new boolean[stage.count()];
    for (int i = 0; i < first.length; i++) {
      int one = ended.getOrDefault(stage.executor(i), i);
      first[i] = stage.executor(i) >= 0 && 2 * stage.start(i) <= stage.start(one) + stage.end(one);
    }
    return first;
  }

  /** A number of each task that succeeded. */
  private interface Measure {
    double of(StageTasks stage, int task);
  }

  private static double around(StageTasks stage, int task) {
    return stage.part(task, SlotRow.DESERIALIZATION) + stage.part(task, SlotRow.SCHEDULING);
  }

  private static double run(StageTasks stage, int task) {
    return stage.millis(task) - around(stage, task);
  }

  private static double[] values(StageTasks stage, IntPredicate which, Measure measure) {
    return IntStream.range(0, stage.count())
        .filter(stage::succeeded)
        .filter(which)
        .mapToDouble(task -> measure.of(stage, task))
        .sorted()
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * (sorted.length - 1)))];
  }

  /** Whether it was one as recorded. */
  boolean first(int task) {
    return first[task];
  }

  /** What a first task takes longer than a later one. */
  double extraMillis() {
    return extraMillis;
  }

  /** What an executor's very first task takes longer, if it is one of this stage. */
  double veryFirstMillis() {
    return veryFirstMillis;
  }

  /** Of a task that is first in a run, or even its executor's very first, instead of as it was. */
  double millis(int task, double recordedMillis, boolean firstNow, boolean veryFirstNow) {
    if (task >= first.length) {
      return recordedMillis;
    }
    double was = extra(first[task], veryFirst[task]);
    return Math.max(0, recordedMillis - was + extra(firstNow, veryFirstNow));
  }

  private double extra(boolean isFirst, boolean isVeryFirst) {
    return isVeryFirst ? veryFirstMillis : isFirst ? extraMillis : 0;
  }
}
