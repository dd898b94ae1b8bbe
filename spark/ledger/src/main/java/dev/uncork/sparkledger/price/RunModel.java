package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits for what in an application, with the driver's time between.
 *
 * <p>A job begins some time after the job that had ended last before it: the thread of the driver
 * that started it may have waited for that. Jobs that ran at the same time thus stay concurrent. A
 * stage begins some time after its job and the stages that it reads; an attempt of it after the one
 * before. All times are milliseconds.
 */
final class RunModel {
  /** A job: {@code gap} after {@code before} ended or the application began (-1). */
  record JobNode(int before, double gap, double tail, int stages) {}

  /** A stage: {@code gap} after its job's begin and the end of those that it reads. */
  record StageNode(int job, int[] before, double gap, double tail, StageTasks tasks) {}

  /** An executor that comes {@code arrival} after the application's begin. */
  record Arrival(double arrival, int slots) {}

  private final List<JobNode> jobs = new ArrayList<>();
  private final List<StageNode> stages = new ArrayList<>();
  private final List<FirstTasks> firstTasks;
  private final List<Arrival> executors = new ArrayList<>();
  private final long startMillis;
  private final long millis;
  private final double tail;
  private final boolean local;

  RunModel(RecordedTasks recorded, int slots) {
    startMillis = recorded.application().span().startMillis();
    millis = recorded.millis();
    firstTasks = FirstTasks.of(recorded.stages());
    List<Job> ordered = new ArrayList<>(recorded.application().jobs());
    ordered.sort(Comparator.comparingLong(job -> job.span().startMillis()));
    int[] jobOf = jobOf(ordered, recorded.stages());
    stages(ordered, jobOf, recorded.stages());
    jobs(ordered, jobOf, recorded.stages());
    long last = startMillis;
    for (Job job : ordered) {
      last = Math.max(last, end(job));
    }
    tail = Math.max(0, startMillis + millis - last);
    local = executors(recorded.application().executors(), slots);
  }

  private static long end(Job job) {
    return job.span().startMillis() + job.span().millis();
  }

  private static long end(StageTasks stage) {
    return stage.stage().span().startMillis() + stage.stage().span().millis();
  }

  private static long start(StageTasks stage) {
    return stage.stage().span().startMillis();
  }

  /** The job in whose time a stage ran; -1 for one of no job. */
  private static int[] jobOf(List<Job> jobs, List<StageTasks> stages) {
    Map<Integer, List<Integer>> byStage = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      for (int stage : jobs.get(i).stages()) {
        byStage.computeIfAbsent(stage, key -> new ArrayList<>()).add(i);
      }
    }
    int[] jobOf = new int[stages.size()];
    for (int i = 0; i < jobOf.length; i++) {
      long at = start(stages.get(i));
      jobOf[i] = -1;
      for (int job : byStage.getOrDefault(stages.get(i).stage().key().id(), List.of())) {
        boolean covers = jobs.get(job).span().startMillis() <= at && at <= end(jobs.get(job));
        if (covers && jobOf[i] < 0) {
          jobOf[i] = job;
        }
      }
    }
    return jobOf;
  }

  private void stages(List<Job> ordered, int[] jobOf, List<StageTasks> recorded) {
    Map<Integer, List<Integer>> byId = new HashMap<>();
    for (int i = 0; i < recorded.size(); i++) {
      StageTasks tasks = recorded.get(i);
      Stage stage = tasks.stage();
      List<Integer> before = new ArrayList<>();
      long ready = jobOf[i] < 0 ? startMillis : ordered.get(jobOf[i]).span().startMillis();
      List<Integer> read = new ArrayList<>(stage.parents());
      read.add(stage.key().id());
      for (int id : read) {
        for (int other : byId.getOrDefault(id, List.of())) {
          if (end(recorded.get(other)) <= start(tasks)) {
            before.add(other);
            ready = Math.max(ready, end(recorded.get(other)));
          }
        }
      }
      byId.computeIfAbsent(stage.key().id(), key -> new ArrayList<>()).add(i);
      long lastTask = start(tasks);
      for (int task = 0; task < tasks.count(); task++) {
        lastTask = Math.max(lastTask, tasks.end(task));
      }
      stages.add(
          new StageNode(
              jobOf[i],
              before.stream().mapToInt(Integer::intValue).toArray(),
              Math.max(0, start(tasks) - ready),
              Math.max(0, end(tasks) - lastTask),
              tasks));
    }
  }

  private void jobs(List<Job> ordered, int[] jobOf, List<StageTasks> recorded) {
    long[] lastStage = new long[ordered.size()];
    int[] count = new int[ordered.size()];
    for (int i = 0; i < jobOf.length; i++) {
      if (jobOf[i] >= 0) {
        lastStage[jobOf[i]] = Math.max(lastStage[jobOf[i]], end(recorded.get(i)));
        count[jobOf[i]]++;
      }
    }
    List<Integer> byEnd = new ArrayList<>();
    for (int i = 0; i < ordered.size(); i++) {
      byEnd.add(i);
    }
    byEnd.sort(Comparator.comparingLong(job -> end(ordered.get(job))));
    int ended = 0;
    int before = -1;
    for (int i = 0; i < ordered.size(); i++) {
      long start = ordered.get(i).span().startMillis();
      while (ended < byEnd.size()
          && byEnd.get(ended) < i
          && end(ordered.get(byEnd.get(ended))) <= start) {
        before = byEnd.get(ended++);
      }
      long from = before < 0 ? startMillis : end(ordered.get(before));
      long last = count[i] == 0 ? start : lastStage[i];
      jobs.add(
          new JobNode(
              before,
              Math.max(0, start - from),
              Math.max(0, end(ordered.get(i)) - last),
              count[i]));
    }
  }

  /** The first ones that together have all slots; those that replace others are left out. */
  private boolean executors(List<Executor> recorded, int slots) {
    int left = slots;
    for (Executor executor : recorded) {
      int some = Math.min(left, executor.slots());
      if (some > 0) {
        double arrival = Math.max(0, executor.span().startMillis() - startMillis);
        executors.add(new Arrival(Math.min(arrival, millis), some));
      }
      left -= some;
    }
    if (executors.isEmpty()) {
      executors.add(new Arrival(0, Math.max(1, left)));
    }
    return recorded.size() == 1 && recorded.get(0).id().equals("driver");
  }

  List<JobNode> jobs() {
    return jobs;
  }

  List<StageNode> stages() {
    return stages;
  }

  FirstTasks firstTasks(int stage) {
    return firstTasks.get(stage);
  }

  List<Arrival> executors() {
    return executors;
  }

  /** Whether the one executor is the driver, so that its slots are what can be added. */
  boolean local() {
    return local;
  }

  /** The driver's time after the last job. */
  double tail() {
    return tail;
  }

  double millis() {
    return millis;
  }

  int slots() {
    return executors.stream().mapToInt(Arrival::slots).sum();
  }
}
