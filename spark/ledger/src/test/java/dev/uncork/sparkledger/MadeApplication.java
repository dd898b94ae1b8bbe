package dev.uncork.sparkledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.DriverGap;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import dev.uncork.sparkledger.model.WaitingTasks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes up an application: jobs of one stage each, scheduled on the executors' slots. */
final class MadeApplication {
  private static final String DRIVERS_HOST = "host";

  private final SortedMap<String, String> settings = new TreeMap<>(Map.of("spark.master", "yarn"));
  private final List<Job> jobs = new ArrayList<>();
  private final List<Query> queries = new ArrayList<>();
  private final List<Stage> stages = new ArrayList<>();
  private final List<BlockedTasks> blocked = new ArrayList<>();
  private final List<WaitingTasks> waits = new ArrayList<>();
  private Optional<Executor.Used> used = Optional.empty();
  private final Map<Stage.Key, Long> queued = new HashMap<>();
  private final List<DriverGap> gaps = new ArrayList<>();
  private final int executors;
  private final int slots;
  private Task.Failure failure = new Task.Failure("java.lang.Error", "made up", Optional.empty());
  private boolean local;
  private boolean oneHost;
  private long now = 3_000;
  private long executorsAt = 2_000;
  private long startMillis;
  private long comingMillis;
  private long comingRunMillis;
  private final Set<Integer> come = new HashSet<>();
  private OptionalInt line = OptionalInt.empty();
  private Demand demand = Demand.OWN;

  /** A task to come. */
  record Work(
      long millis,
      Task.Outcome outcome,
      Task.Times times,
      long rows,
      double onExecutorOne,
      boolean copy,
      boolean cached) {
    /** All of it on the CPU. */
    static Work cpu(long millis) {
      return new Work(
          millis, Task.Outcome.SUCCEEDED, run(millis, millis, 0, 0), 1_000, 1, false, false);
    }

    static Task.Times run(long run, long cpu, long gc, long fetchWait) {
      return new Task.Times(0, 0, run, cpu, gc, 0, 0, fetchWait, 0);
    }

    /** The same that runs longer than its CPU time. */
    Work running(long more) {
      return with(
          new Task.Times(
              times.deserialize(),
              times.deserializeCpu(),
              times.run() + more,
              times.cpu(),
              times.gc(),
              times.resultSerialization(),
              times.gettingResult(),
              times.fetchWait(),
              times.shuffleWrite()));
    }

    Work with(Task.Times other) {
      return new Work(millis, outcome, other, rows, onExecutorOne, copy, cached);
    }

    Work rows(long other) {
      return new Work(millis, outcome, times, other, onExecutorOne, copy, cached);
    }

    Work ending(Task.Outcome other) {
      return new Work(millis, other, times, rows, onExecutorOne, copy, cached);
    }

    /** Started beside another attempt, which overtook it. */
    Work copyInVain() {
      return new Work(millis, Task.Outcome.KILLED, times, rows, onExecutorOne, true, cached);
    }

    /** It reads what is cached. */
    Work fromCache() {
      return new Work(millis, outcome, times, rows, onExecutorOne, copy, true);
    }

    /** So many times as long on the second executor. */
    Work slowOnOne(double times) {
      return new Work(millis, outcome, this.times, rows, times, copy, cached);
    }
  }

  MadeApplication(int executors, int slots) {
    this.executors = executors;
    this.slots = slots;
  }

  /** All jobs are of this line; by itself each has one of its own. */
  MadeApplication inLine(int number) {
    line = OptionalInt.of(number);
    return this;
  }

  /** Attempts of the jobs to come fail for this reason. */
  MadeApplication failing(String reason, String message) {
    failure = new Task.Failure(reason, message, Optional.empty());
    return this;
  }

  /** All runs in the driver. */
  MadeApplication local() {
    local = true;
    return this;
  }

  /** All executors are on the driver's host. */
  MadeApplication onOneHost() {
    oneHost = true;
    return this;
  }

  /** When executors come, after the application's start. */
  MadeApplication executorsAt(long millis) {
    executorsAt = millis;
    return this;
  }

  /** A job's tasks take so much longer on an executor that has ended none of them yet. */
  MadeApplication startingFor(long millis) {
    startMillis = millis;
    return this;
  }

  /** An executor's very first task takes longer: around its run, and to run. */
  MadeApplication comingFor(long millis, long runMillis) {
    comingMillis = millis;
    comingRunMillis = runMillis;
    return this;
  }

  /** With a setting. */
  MadeApplication with(String setting, String value) {
    settings.put(setting, value);
    return this;
  }

  /** Somebody asks for work. */
  MadeApplication asked(Demand other) {
    demand = other;
    return this;
  }

  /** The last job belongs to a query with this plan. */
  MadeApplication planned(PlanNode plan) {
    Job last = jobs.get(jobs.size() - 1);
    queries.add(
        new Query(
            queries.size(),
            queries.size(),
            "",
            last.callSite(),
            last.span(),
            Optional.empty(),
            Optional.of(plan)));
    return this;
  }

  /** The last job's query writes, and then moves its files for so long. */
  MadeApplication written(PlanNode plan, long commitMillis) {
    queried(plan, commitMillis);
    return pause(commitMillis);
  }

  /** The last job belongs to a query with this plan, which ends so long after it. */
  MadeApplication queried(PlanNode plan, long moreMillis) {
    Job last = jobs.remove(jobs.size() - 1);
    long id = queries.size();
    Span span = new Span(last.span().startMillis(), last.span().endMillis() + moreMillis);
    queries.add(new Query(id, id, "", last.callSite(), span, Optional.empty(), Optional.of(plan)));
    jobs.add(
        new Job(
            last.id(),
            last.span(),
            last.description(),
            last.failure(),
            last.stages(),
            OptionalLong.of(id),
            last.callSite()));
    return this;
  }

  /** The last job is one of what a stream calls for a batch, and which then does more. */
  MadeApplication calledForABatch(long moreMillis) {
    Job last = jobs.remove(jobs.size() - 1);
    long batch = queries.size();
    Span span = new Span(last.span().startMillis(), last.span().endMillis() + moreMillis);
    for (long id : List.of(batch, batch + 1)) {
      Span own = id == batch ? span : last.span();
      queries.add(
          new Query(id, batch, "", last.callSite(), own, Optional.empty(), Optional.empty()));
    }
    jobs.add(
        new Job(
            last.id(),
            last.span(),
            last.description(),
            last.failure(),
            last.stages(),
            OptionalLong.of(batch + 1),
            last.callSite()));
    return pause(moreMillis);
  }

  /** Spark describes the last job so. */
  MadeApplication described(String text) {
    Job last = jobs.remove(jobs.size() - 1);
    jobs.add(
        new Job(
            last.id(),
            last.span(),
            Optional.of(text),
            last.failure(),
            last.stages(),
            last.query(),
            last.callSite()));
    return this;
  }

  /** Tasks of the last job go through these RDDs, the last first. */
  MadeApplication through(Rdd... rdds) {
    Stage last = stages.remove(stages.size() - 1);
    stages.add(
        new Stage(
            last.key(),
            last.callSite(),
            last.operators(),
            List.of(rdds),
            last.parents(),
            last.span(),
            last.failure(),
            last.taskCount(),
            last.tasks()));
    return this;
  }

  /** The last query is run on behalf of another. */
  MadeApplication ofBatch() {
    Query last = queries.remove(queries.size() - 1);
    queries.add(
        new Query(
            last.id(),
            -1,
            last.description(),
            last.callSite(),
            last.span(),
            last.failure(),
            last.plan()));
    return this;
  }

  /** The last job's stage is of another line. */
  MadeApplication at(CallSite site) {
    Stage last = stages.remove(stages.size() - 1);
    return add(last, site, last.failure());
  }

  /** The last job's stage was cancelled. */
  MadeApplication cancelled() {
    Stage last = stages.remove(stages.size() - 1);
    return add(last, last.callSite(), Optional.of("cancelled"));
  }

  private MadeApplication add(Stage stage, CallSite site, Optional<String> failure) {
    stages.add(
        new Stage(
            stage.key(),
            site,
            stage.operators(),
            stage.rdds(),
            stage.parents(),
            stage.span(),
            failure,
            stage.taskCount(),
            stage.tasks()));
    return this;
  }

  /** The driver does something else. */
  MadeApplication pause(long millis) {
    now += millis;
    return this;
  }

  /** The same, and the plugin saw what that was. */
  MadeApplication pause(long millis, long gcMillis, DriverLook.Doing doing) {
    int looks = (int) (millis / 250);
    DriverLook look =
        new DriverLook(doing, List.of(new CallSite("build at Made.java:99", "")), looks);
    gaps.add(new DriverGap(new Span(now, now + millis), looks, gcMillis, List.of(look)));
    return pause(millis);
  }

  /** In each executor, tasks of the last job were blocked so long, as the plugin saw. */
  MadeApplication blocked(long millis) {
    Stage.Key stage = stages.get(stages.size() - 1).key();
    blocked.add(
        new BlockedTasks(stage, "prices.Table", "prices.Table.get(Table.java:20)", "", millis));
    return this;
  }

  /** In each executor, tasks of the last job slept so long, as the plugin saw. */
  MadeApplication slept(long millis) {
    return awaited("sleep", millis);
  }

  /** In each executor, tasks of the last job waited so long in that way, as the plugin saw. */
  MadeApplication awaited(String activity, long millis) {
    Stage.Key stage = stages.get(stages.size() - 1).key();
    waits.add(new WaitingTasks(stage, activity, "prices.Client.ask(Client.java:20)", millis));
    return this;
  }

  /** In each executor, tasks of the last job waited so long for processes that they started. */
  MadeApplication awaitedProcesses(long millis) {
    Stage.Key stage = stages.get(stages.size() - 1).key();
    waits.add(new WaitingTasks(stage, "child-process", "files.Shell.run(Shell.java:9)", millis));
    return this;
  }

  /** Processes that each executor has started use so many cores, as the plugin saw. */
  MadeApplication pythonCores(double cores) {
    return using(new Executor.Used(1, 0, cores, 0));
  }

  /** Each executor, and its machine, use so much, as the plugin saw. */
  MadeApplication using(Executor.Used cores) {
    used = Optional.of(cores);
    return this;
  }

  /** In each executor, tasks of the last job had no core for so long, as the plugin saw. */
  MadeApplication queued(long millis) {
    queued.put(stages.get(stages.size() - 1).key(), millis);
    return this;
  }

  /** A job whose tasks take the slots that are free first. */
  MadeApplication job(List<Work> work, String... operators) {
    int id = jobs.size();
    long[] free = new long[executors * slots];
    Arrays.fill(free, now);
    long[] started = new long[executors];
    Arrays.fill(started, Long.MAX_VALUE);
    List<Task> tasks = new ArrayList<>();
    long end = now;
    int launched = 0;
    for (Work each : work) {
      int slot = 0;
      for (int i = 1; i < free.length; i++) {
        slot = free[i] < free[slot] ? i : slot;
      }
      int executor = slot / slots;
      long millis = Math.round(each.millis() * (executor == 1 ? each.onExecutorOne() : 1));
      millis += free[slot] < started[executor] ? startMillis : 0;
      boolean veryFirst = come.add(executor);
      millis += veryFirst ? comingMillis + comingRunMillis : 0;
      Span span = new Span(free[slot], free[slot] + millis);
      started[executor] = Math.min(started[executor], span.endMillis());
      tasks.add(task(launched++, executor, span, veryFirst ? each.running(comingRunMillis) : each));
      free[slot] = span.endMillis();
      end = Math.max(end, span.endMillis());
    }
    int count = (int) tasks.stream().filter(MadeApplication::succeeded).count();
    CallSite site = new CallSite("count at Made.java:" + line.orElse(id + 1), "");
    Span span = new Span(now, end);
    stages.add(
        new Stage(
            new Stage.Key(id, 0),
            site,
            List.of(operators),
            List.of(),
            List.of(),
            span,
            Optional.empty(),
            count,
            tasks));
    jobs.add(
        new Job(
            id,
            new Span(now, end),
            Optional.empty(),
            Optional.empty(),
            List.of(id),
            OptionalLong.empty(),
            site));
    now = end;
    return this;
  }

  private static boolean succeeded(Task task) {
    return task.outcome() == Task.Outcome.SUCCEEDED;
  }

  private Task task(int index, int executor, Span span, Work work) {
    boolean good = work.outcome() == Task.Outcome.SUCCEEDED;
    Volumes.Amount read = new Volumes.Amount(work.rows() * 100, work.rows());
    Volumes volumes =
        new Volumes(
            work.cached() ? read : Volumes.Amount.NONE,
            work.cached() ? Volumes.Amount.NONE : read,
            0,
            Volumes.Amount.NONE,
            Volumes.Amount.NONE,
            0,
            new Volumes.Spill(0, 0),
            0);
    return new Task(
        new Task.Key(index, 0, String.valueOf(executor), work.copy(), "ANY"),
        work.outcome(),
        good ? Optional.empty() : Optional.of(failure),
        span,
        work.times(),
        volumes);
  }

  Application build() {
    Span span = new Span(0, now + 200);
    List<Executor> all = new ArrayList<>();
    for (int i = 0; i < executors; i++) {
      all.add(
          new Executor(
              local ? "driver" : String.valueOf(i),
              oneHost ? DRIVERS_HOST : "host" + i,
              slots,
              new Span(executorsAt, span.endMillis()),
              Optional.empty(),
              Map.of(),
              blocked,
              waits,
              queued,
              used,
              List.of()));
    }
    return new Application(
        new Application.Identity("app-1", Optional.empty(), "made", "4.0.1"),
        new Application.Driver(DRIVERS_HOST, "17", Map.of(), gaps, demand),
        span,
        true,
        settings,
        all,
        jobs,
        stages,
        queries);
  }
}
