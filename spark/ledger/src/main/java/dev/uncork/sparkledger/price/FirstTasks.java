package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What the first tasks of a stage take longer on each executor, where the stage's code is fetched
 * and unpacked, and then runs for the first time ({@link SameCode}).
 *
 * <p>Those are the tasks that began there before any task of the stage had ended. What surrounds
 * their runs is compared with later tasks, of the whole application where the stage has few. An
 * executor's very first task, of whatever stage, takes at least what those of the recorded
 * executors took.
 */
final class FirstTasks {
  /** Later tasks, to compare first ones with. */
  static final int ENOUGH = 3;

  private final boolean[] first;
  private final boolean[] veryFirst;
  private final double extraMillis;
  private final double veryFirstMillis;
  private final SameCode code;

  private FirstTasks(
      boolean[] first,
      boolean[] veryFirst,
      double extraMillis,
      double veryFirstMillis,
      SameCode code) {
    this.first = first;
    this.veryFirst = veryFirst;
    this.extraMillis = extraMillis;
    this.veryFirstMillis = Math.max(extraMillis, veryFirstMillis);
    this.code = code;
  }

  /** Of each stage. */
  static List<FirstTasks> of(List<StageTasks> stages) {
    List<boolean[]> first =
        stages.stream()
            .map(stage -> Objects.requireNonNull(SameCode.first(List.of(stage)).get(stage)))
            .toList();
    double[] around = around(stages, first, false).sorted().toArray();
    List<boolean[]> veryFirst = veryFirst(stages);
    double[] aroundThose = around(stages, veryFirst, true).toArray();
    double usual = around.length == 0 ? mean(aroundThose) : quantile(around, 0.5);
    double starting = Math.max(0, mean(aroundThose) - usual);
    List<SameCode> codes = SameCode.of(stages);
    return IntStream.range(0, stages.size())
        .mapToObj(
            i ->
                new FirstTasks(
                    first.get(i),
                    veryFirst.get(i),
                    extraMillis(stages.get(i), first.get(i), around),
                    starting,
                    codes.get(i)))
        .toList();
  }

  /** Of all tasks that are chosen, or not. */
  private static DoubleStream around(
      List<StageTasks> stages, List<boolean[]> chosen, boolean wanted) {
    return IntStream.range(0, stages.size())
        .boxed()
        .flatMapToDouble(
            i -> Arrays.stream(around(stages.get(i), task -> chosen.get(i)[task] == wanted)));
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

  private static double extraMillis(StageTasks stage, boolean[] first, double[] aroundLaterOnes) {
    double[] laterAround = around(stage, task -> !first[task]);
    double[] around = around(stage, task -> first[task]);
    double[] compared = laterAround.length >= ENOUGH ? laterAround : aroundLaterOnes;
    if (around.length == 0 || compared.length == 0) {
      return 0;
    }
    return Math.max(0, mean(around) - quantile(compared, 0.5));
  }

  private static double around(StageTasks stage, int task) {
    return stage.part(task, SlotRow.DESERIALIZATION) + stage.part(task, SlotRow.SCHEDULING);
  }

  /** What a task takes without what surrounds its run. */
  static double run(StageTasks stage, int task) {
    return stage.millis(task) - around(stage, task);
  }

  /** Of those of its tasks that succeeded, the least first. */
  private static double[] around(StageTasks stage, IntPredicate which) {
    return IntStream.range(0, stage.count())
        .filter(stage::succeeded)
        .filter(which)
        .mapToDouble(task -> around(stage, task))
        .sorted()
        .toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * (sorted.length - 1)))];
  }

  /** Whether it was one as recorded. */
  boolean first(int task) {
    return first[task];
  }

  /** What surrounds a first task takes longer than around a later one. */
  double extraMillis() {
    return extraMillis;
  }

  /** Stages of the same code have the same. */
  SameCode code() {
    return code;
  }

  /** Whether it matters which tasks are first. */
  boolean matter() {
    return veryFirstMillis > 0 || code.extraMillis() > 0;
  }

  /**
   * What a task takes in another run.
   *
   * @param cold whether its executor has run none of its stage before
   * @param unused or none at all
   * @param codeCold or none of the same code
   */
  double millis(int task, double recordedMillis, boolean cold, boolean unused, boolean codeCold) {
    if (task >= first.length) {
      return recordedMillis;
    }
    double was = extra(first[task], veryFirst[task], code.first(task));
    return Math.max(0, recordedMillis - was + extra(cold, unused, codeCold));
  }

  private double extra(boolean isFirst, boolean isVeryFirst, boolean isFirstOfCode) {
    double around = isVeryFirst ? veryFirstMillis : isFirst ? extraMillis : 0;
    return around + (isFirstOfCode ? code.extraMillis() : 0);
  }
}
