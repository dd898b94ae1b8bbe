package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the ledger: tasks charge what they did, the sweep charges slots without one. */
public final class SlotLedgerBuilder {
  private static final SlotRow[] ROWS = SlotRow.values();

  private final RecordedTasks recorded;
  private final Application application;
  private final SlotTally tally;
  private final double[][] byExecutor;
  private final int[] tasksOf;

  private SlotLedgerBuilder(RecordedTasks recorded) {
    this.recorded = recorded;
    application = recorded.application();
    tally = new SlotTally(application.span().startMillis(), application.span().millis());
    byExecutor = new double[application.executors().size()][ROWS.length];
    tasksOf = new int[application.executors().size()];
  }

  public static SlotLedger build(RecordedTasks recorded) {
    return new SlotLedgerBuilder(recorded).build();
  }

  private SlotLedger build() {
    SlotsWanted wanted = SlotsWanted.of(application);
    Set<Integer> seen = new HashSet<>();
    for (StageTasks stage : recorded.stages()) {
      tasks(stage, !seen.add(stage.stage().key().id()));
    }
    double millis = SlotSweep.charge(recorded, wanted, tally);
    List<StageUse> stages = stages();
    return new SlotLedger(
        wanted.most(),
        millis / 1000,
        tally.rows(),
        tally.charges(),
        tally.intervals(),
        stages,
        executors(),
        jobs(stages));
  }

  /**
   * Charges the time of tasks.
   *
   * @param again whether an earlier attempt of the stage is there, whose work was lost
   */
  private void tasks(StageTasks stage, boolean again) {
    SlotRoot root = new SlotRoot.OfStage(stage.stage().key());
    long start = application.span().startMillis();
    long end = application.span().endMillis();
    for (int task = 0; task < stage.count(); task++) {
      long from = Math.max(start, Math.min(end, stage.start(task)));
      long to = Math.max(start, Math.min(end, stage.end(task)));
      double whole = Math.max(1, stage.millis(task));
      int executor = stage.executor(task);
      if (executor >= 0) {
        tasksOf[executor]++;
      }
      for (SlotRow row : ROWS) {
        double part = stage.part(task, row);
        if (part > 0) {
          SlotRow charged = again ? SlotRow.FAILED : row;
          tally.add(charged, root, part / whole, from, to);
          if (executor >= 0) {
            byExecutor[executor][charged.ordinal()] += part / whole * (to - from);
          }
        }
      }
    }
  }

  private List<StageUse> stages() {
    List<StageUse> uses = new ArrayList<>();
    for (StageTasks tasks : recorded.stages()) {
      Stage stage = tasks.stage();
      Map<SlotRow, Double> rows = tally.of(new SlotRoot.OfStage(stage.key()));
      long read = 0;
      for (int task = 0; task < tasks.count(); task++) {
        read += tasks.succeeded(task) ? tasks.rowsRead(task) : 0;
      }
      uses.add(
          new StageUse(
              stage,
              tasks.succeededCount(),
              tasks.medianMillis(),
              tasks.longestMillis(),
              read,
              rows,
              lost(rows)));
    }
    uses.sort(Comparator.comparingDouble(StageUse::lostSlotSeconds).reversed());
    return List.copyOf(uses);
  }

  private static double lost(Map<SlotRow, Double> rows) {
    double lost = 0;
    for (Map.Entry<SlotRow, Double> row : rows.entrySet()) {
      lost += row.getKey().side() == SlotRow.Side.WORK ? 0 : row.getValue();
    }
    return lost;
  }

  private List<ExecutorUse> executors() {
    List<ExecutorUse> uses = new ArrayList<>();
    for (int i = 0; i < byExecutor.length; i++) {
      Executor executor = application.executors().get(i);
      double busy = 0;
      for (double millis : byExecutor[i]) {
        busy += millis;
      }
      double slots = (double) executor.slots() * executor.span().millis();
      double share = slots > 0 ? Math.min(1, busy / slots) : 0;
      uses.add(new ExecutorUse(executor, tasksOf[i], share, SlotTally.seconds(byExecutor[i])));
    }
    return List.copyOf(uses);
  }

  private List<JobUse> jobs(List<StageUse> stages) {
    Map<Integer, List<StageUse>> byStage = new HashMap<>();
    stages.forEach(
        use -> byStage.computeIfAbsent(use.stage().key().id(), key -> new ArrayList<>()).add(use));
    List<JobUse> uses = new ArrayList<>();
    for (Job job : application.jobs()) {
      double[] sums = new double[ROWS.length];
      for (int id : job.stages()) {
        for (StageUse use : byStage.getOrDefault(id, List.of())) {
          long submitted = use.stage().span().startMillis();
          if (submitted >= job.span().startMillis() && submitted <= job.span().endMillis()) {
            use.slotSeconds().forEach((row, seconds) -> sums[row.ordinal()] += seconds * 1000);
          }
        }
      }
      Map<SlotRow, Double> rows = SlotTally.seconds(sums);
      uses.add(new JobUse(job, rows, lost(rows)));
    }
    uses.sort(Comparator.comparingDouble(JobUse::lostSlotSeconds).reversed());
    return List.copyOf(uses);
  }
}
