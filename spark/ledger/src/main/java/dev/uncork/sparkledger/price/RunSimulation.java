package dev.uncork.sparkledger.price;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Runs an application again by list scheduling: a free slot takes the next task of the first job's
 * first stage, as Spark's FIFO does, in the order in which tasks were launched.
 *
 * <p>Graham's bound is why this is close to any other order of the tasks; the rest of what differs
 * from the record (locality, attempts that wait for others) is a factor for the caller. Tasks of
 * pinned stages run on the executor on which they ran. An executor's first tasks of a stage take
 * longer, unless there is no end of slots: that run is a bound. A task costs one visit of a heap.
 */
final class RunSimulation {
  private static final int JOB_START = 0;
  private static final int JOB_END = 1;
  private static final int STAGE_READY = 2;
  private static final int STAGE_END = 3;
  private static final int EXECUTOR = 4;

  /** And more: of the stage whose number is added, and the executor in the value. */
  private static final int TASK_END = 5;

  private final RunModel model;
  private final WhatIf what;
  private final TimeHeap events = new TimeHeap();
  private final float[][] lengths;
  private final int[] next;
  private final int[] left;
  private final int[] waitsFor;
  private final List<List<Integer>> stagesAfter = new ArrayList<>();
  private final List<List<Integer>> stagesOf = new ArrayList<>();
  private final List<List<Integer>> jobsAfter = new ArrayList<>();
  private final List<Integer> firstJobs = new ArrayList<>();
  private final int[] stagesLeft;
  private final TreeSet<Integer> ready = new TreeSet<>();
  private final List<RunModel.Arrival> executors;
  private final int[] free;
  private final boolean[] pinned;
  private final PinnedTasks pins;
  private final boolean[] startedUp;
  private final Map<Integer, BitSet> warmExecutors = new HashMap<>();
  private final Map<Integer, BitSet> warmCode = new HashMap<>();
  private final BitSet usedExecutors = new BitSet();
  private int freeSlots;

  /** Where a search for the only free slot begins: mostly it ends there too. */
  private int lastFreed;

  /** Of several free ones, Spark takes any: here they take turns. */
  private int lastUsed;

  private double now;
  private double lastJobEnd;

  RunSimulation(RunModel model, WhatIf what, boolean[] heldBack) {
    this.model = model;
    this.what = what;
    int stages = model.stages().size();
    int jobs = model.jobs().size();
    lengths = new float[stages][];
    next = new int[stages];
    left = new int[stages];
    waitsFor = new int[stages];
    stagesLeft = new int[jobs];
    executors = SlotPlan.executors(model, what.slots());
    free = new int[executors.size()];
    pinned = new boolean[stages];
    startedUp = new boolean[stages];
    pins = new PinnedTasks(executors.size());
    link(stages, jobs);
    for (int i = 0; i < stages; i++) {
      boolean sameTasks = lengths[i].length == model.stages().get(i).tasks().count();
      pinned[i] = what.pinned() && heldBack[i] && sameTasks;
      startedUp[i] =
          sameTasks && model.firstTasks(i).matter() && Double.isFinite(what.slots().times());
    }
  }

  private void link(int stages, int jobs) {
    for (int i = 0; i < jobs; i++) {
      jobsAfter.add(new ArrayList<>());
      stagesOf.add(new ArrayList<>());
      stagesLeft[i] = model.jobs().get(i).stages();
    }
    for (int i = 0; i < jobs; i++) {
      int before = model.jobs().get(i).before();
      (before < 0 ? firstJobs : jobsAfter.get(before)).add(i);
    }
    for (int i = 0; i < stages; i++) {
      stagesAfter.add(new ArrayList<>());
      RunModel.StageNode stage = model.stages().get(i);
      for (int before : stage.before()) {
        stagesAfter.get(before).add(i);
      }
      waitsFor[i] = stage.before().length + (stage.job() < 0 ? 0 : 1);
      if (stage.job() >= 0) {
        stagesOf.get(stage.job()).add(i);
      }
      lengths[i] = what.lengths().apply(stage.tasks());
      left[i] = lengths[i].length;
    }
  }

  /** Milliseconds that the application takes. */
  double millis() {
    for (int i = 0; i < executors.size(); i++) {
      events.add(executors.get(i).arrival(), EXECUTOR, i);
    }
    for (int job : firstJobs) {
      events.add(model.jobs().get(job).gap(), JOB_START, job);
    }
    for (int i = 0; i < waitsFor.length; i++) {
      if (waitsFor[i] == 0) {
        events.add(model.stages().get(i).gap(), STAGE_READY, i);
      }
    }
    while (!events.isEmpty()) {
      now = events.time();
      int kind = events.kind();
      int value = events.value();
      events.removeFirst();
      happen(kind, value);
      launch();
    }
    return lastJobEnd + model.tail() * what.driver();
  }

  private void happen(int kind, int value) {
    switch (kind) {
      case JOB_START -> {
        stagesOf.get(value).forEach(this::oneLess);
        if (stagesLeft[value] == 0) {
          jobTail(value);
        }
      }
      case JOB_END -> {
        lastJobEnd = Math.max(lastJobEnd, now);
        for (int after : jobsAfter.get(value)) {
          events.add(now + model.jobs().get(after).gap() * what.driver(), JOB_START, after);
        }
      }
      case STAGE_READY -> stageReady(value);
      case STAGE_END -> stageEnds(value);
      case EXECUTOR -> release(value, executors.get(value).slots());
      default -> {
        release(value, 1);
        int stage = kind - TASK_END;
        if (startedUp[stage]) {
          warmExecutors.computeIfAbsent(stage, key -> new BitSet()).set(value);
          int code = model.firstTasks(stage).code().number();
          warmCode.computeIfAbsent(code, key -> new BitSet()).set(value);
        }
        if (--left[stage] == 0) {
          events.add(now + model.stages().get(stage).tail(), STAGE_END, stage);
        }
      }
    }
  }

  private void release(int executor, int slots) {
    free[executor] += slots;
    lastFreed = executor;
    freeSlots += slots;
  }

  private void jobTail(int job) {
    events.add(now + model.jobs().get(job).tail(), JOB_END, job);
  }

  private void oneLess(int stage) {
    if (--waitsFor[stage] == 0) {
      events.add(now + model.stages().get(stage).gap(), STAGE_READY, stage);
    }
  }

  private void stageReady(int stage) {
    if (left[stage] == 0) {
      events.add(now + model.stages().get(stage).tail(), STAGE_END, stage);
      return;
    }
    if (pinned[stage]) {
      pins.add(stage, model.stages().get(stage).tasks());
    }
    ready.add(stage);
  }

  private void stageEnds(int stage) {
    lastJobEnd = Math.max(lastJobEnd, now);
    warmExecutors.remove(stage);
    stagesAfter.get(stage).forEach(this::oneLess);
    int job = model.stages().get(stage).job();
    if (job >= 0 && --stagesLeft[job] == 0) {
      jobTail(job);
    }
  }

  private void launch() {
    while (freeSlots > 0 && !ready.isEmpty()) {
      boolean launched = false;
      for (int stage : ready) {
        if (launchOne(stage)) {
          launched = true;
          if (next[stage] == lengths[stage].length) {
            ready.remove(stage);
          }
          break;
        }
      }
      if (!launched) {
        return;
      }
    }
  }

  private boolean launchOne(int stage) {
    int from = freeSlots == 1 ? lastFreed : lastUsed + 1;
    for (int i = 0; i < free.length; i++) {
      int executor = (from + i) % free.length;
      if (free[executor] > 0) {
        int task = pinned[stage] ? pins.next(stage, executor) : next[stage];
        if (task >= 0) {
          next[stage]++;
          free[executor]--;
          freeSlots--;
          events.add(now + millis(stage, task, executor), TASK_END + stage, executor);
          usedExecutors.set(executor);
          lastUsed = executor;
          return true;
        }
      }
    }
    return false;
  }

  private double millis(int stage, int task, int executor) {
    float millis = lengths[stage][task];
    if (!startedUp[stage]) {
      return millis;
    }
    BitSet warm = warmExecutors.get(stage);
    boolean first = warm == null || !warm.get(executor);
    FirstTasks tasks = model.firstTasks(stage);
    BitSet used = warmCode.get(tasks.code().number());
    boolean codeCold = used == null || !used.get(executor);
    return tasks.millis(task, millis, first, !usedExecutors.get(executor), codeCold);
  }
}
