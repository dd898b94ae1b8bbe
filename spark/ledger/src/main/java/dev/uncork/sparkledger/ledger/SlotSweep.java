package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Span;
import java.util.List;
import java.util.TreeSet;

/**
 * Charges slots without a task, from one event to the next.
 *
 * <p>Where a stage has tasks that no slot has taken, slots are missing or Spark holds its tasks
 * back. Where all tasks are taken, the stage that ends last is waited for: it has fewer tasks than
 * there are slots, or its longest run on. Where no stage runs, it is the driver's turn.
 */
final class SlotSweep implements SlotEvents.Visitor {
  /** Executors take so long to come; what is missing later was not given. */
  private static final long START_MILLIS = 15_000;

  /** An executor without a task so long, while tasks wait, isn't just slow to be given one. */
  private static final long HELD_BACK_MILLIS = 500;

  private final RecordedTasks recorded;
  private final Application application;
  private final SlotsWanted wanted;
  private final SlotTally tally;
  private final DriverGaps driver;
  private final int[] running;
  private final int[] taken;
  private final TreeSet<Integer> stages = new TreeSet<>();
  private final IdleExecutors idle;
  private long now;
  private long waitingSince = -1;
  private int present;
  private int busy;
  private double slotMillis;

  private SlotSweep(RecordedTasks recorded, SlotsWanted wanted, SlotTally tally) {
    this.recorded = recorded;
    this.application = recorded.application();
    this.wanted = wanted;
    this.tally = tally;
    driver = new DriverGaps(application);
    idle = new IdleExecutors(application.executors());
    now = application.span().startMillis();
    running = new int[recorded.stages().size()];
    taken = new int[recorded.stages().size()];
  }

  /** Charges them all, and says how many slot-milliseconds there were with and without a task. */
  static double charge(RecordedTasks recorded, SlotsWanted wanted, SlotTally tally) {
    SlotSweep sweep = new SlotSweep(recorded, wanted, tally);
    sweep.events().visit(sweep);
    return sweep.slotMillis;
  }

  private SlotEvents events() {
    long start = application.span().startMillis();
    SlotEvents events = new SlotEvents(start, application.span().millis());
    List<Executor> executors = application.executors();
    for (int i = 0; i < executors.size(); i++) {
      add(events, SlotEvents.Kind.EXECUTOR, i, executors.get(i).span());
    }
    for (int i = 0; i < application.jobs().size(); i++) {
      add(events, SlotEvents.Kind.JOB, i, application.jobs().get(i).span());
    }
    for (int i = 0; i < application.queries().size(); i++) {
      add(events, SlotEvents.Kind.QUERY, i, application.queries().get(i).span());
    }
    for (int i = 0; i < recorded.stages().size(); i++) {
      StageTasks tasks = recorded.stages().get(i);
      add(events, SlotEvents.Kind.STAGE, i, tasks.stage().span());
      for (int task = 0; task < tasks.count(); task++) {
        events.add(SlotEvents.Kind.TASK, i, task, tasks.start(task), tasks.end(task));
      }
    }
    return events;
  }

  private static void add(SlotEvents events, SlotEvents.Kind kind, int index, Span span) {
    events.add(kind, index, 0, span.startMillis(), span.endMillis());
  }

  @Override
  public void begin(SlotEvents.Kind kind, int index, int task) {
    switch (kind) {
      case EXECUTOR -> {
        present += application.executors().get(index).slots();
        idle.comes(index, now);
      }
      case JOB -> driver.jobStarts(application.jobs().get(index));
      case QUERY -> driver.queryStarts(application.queries().get(index));
      case STAGE -> stages.add(index);
      case TASK -> {
        busy++;
        running[index]++;
        idle.begins(recorded.stages().get(index).executor(task));
        if (!recorded.stages().get(index).speculative(task)) {
          taken[index]++;
        }
      }
    }
  }

  @Override
  public void end(SlotEvents.Kind kind, int index, int task) {
    switch (kind) {
      case EXECUTOR -> {
        present -= application.executors().get(index).slots();
        idle.goes(index);
      }
      case JOB -> driver.jobEnds(application.jobs().get(index));
      case QUERY -> driver.queryEnds(application.queries().get(index));
      case STAGE -> {
        stages.remove(index);
        driver.stageEnds(recorded.stages().get(index).resultBytes());
      }
      case TASK -> {
        busy--;
        running[index]--;
        StageTasks tasks = recorded.stages().get(index);
        idle.ends(tasks.executor(task), now);
        if (!tasks.succeeded(task) && !tasks.speculative(task)) {
          taken[index]--;
        }
      }
    }
  }

  @Override
  public void between(long from, long to) {
    int waiting = waiting();
    int there = Math.max(present, busy);
    int capacity =
        Math.max(there, wanted.dynamic() ? Math.min(wanted.most(), waiting + busy) : wanted.most());
    slotMillis += (double) capacity * (to - from);
    int free = capacity - busy;
    if (waiting == 0) {
      waitingSince = -1;
    } else {
      waitingSince = waitingSince < 0 ? from : waitingSince;
      int missing = Math.min(capacity - there, waiting);
      missing(missing, from, to);
      int back = Math.min(free - missing, Math.min(waiting - missing, there - busy));
      back(back, from, to);
      free -= missing + back;
    }
    if (free > 0) {
      idle(free, capacity, from, to);
    }
    now = to;
  }

  private int waiting() {
    long sum = 0;
    for (int stage : stages) {
      sum += Math.max(0, recorded.stages().get(stage).stage().taskCount() - taken[stage]);
    }
    return (int) Math.min(Integer.MAX_VALUE / 2, sum);
  }

  private void missing(int slots, long from, long to) {
    boolean starting = from - application.span().startMillis() < START_MILLIS;
    tally.add(
        starting ? SlotRow.START_UP : SlotRow.NO_EXECUTOR,
        new SlotRoot.OfCluster(),
        slots,
        from,
        to);
  }

  /** Slots are there, and tasks for them. */
  private void back(int slots, long from, long to) {
    for (int stage : stages) {
      StageTasks tasks = recorded.stages().get(stage);
      if (tasks.stage().taskCount() > taken[stage]) {
        long since = from - HELD_BACK_MILLIS;
        boolean begun = taken[stage] > 0 && waitingSince <= since;
        int held = begun ? Math.min(slots, idle.slotsSince(since)) : 0;
        SlotRoot root = new SlotRoot.OfStage(tasks.stage().key());
        tally.add(SlotRow.HELD_BACK, root, held, from, to);
        tally.add(SlotRow.SCHEDULING, root, slots - held, from, to);
        return;
      }
    }
  }

  private void idle(int free, int capacity, long from, long to) {
    int last = -1;
    long tasks = 0;
    for (int stage : stages) {
      tasks += recorded.stages().get(stage).stage().taskCount();
      if (running[stage] > 0 && (last < 0 || endOf(stage) > endOf(last))) {
        last = stage;
      }
    }
    if (last >= 0) {
      endOfStage(recorded.stages().get(last), free, capacity - tasks, from, to);
      return;
    }
    if (!stages.isEmpty()) {
      SlotRoot root = new SlotRoot.OfStage(recorded.stages().get(stages.last()).stage().key());
      tally.add(SlotRow.SCHEDULING, root, free, from, to);
      return;
    }
    driver
        .divide(from, to)
        .forEach(part -> tally.add(part.row(), part.root(), free, part.from(), part.to()));
  }

  private long endOf(int stage) {
    return recorded.stages().get(stage).stage().span().endMillis();
  }

  private void endOfStage(StageTasks stage, int free, long surplus, long from, long to) {
    SlotRoot root = new SlotRoot.OfStage(stage.stage().key());
    if (driver.active().stream().anyMatch(DriverGaps::lists)) {
      tally.add(SlotRow.LISTING, root, free, from, to);
      return;
    }
    double few = Math.max(0, Math.min(free, surplus));
    tally.add(SlotRow.FEW_TASKS, root, few, from, to);
    SlotRow rest = stage.uneven() ? SlotRow.STRAGGLER : SlotRow.FEW_TASKS;
    tally.add(rest, root, free - few, from, to);
  }
}
