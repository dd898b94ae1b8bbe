package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Task;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An application from its events, which come one after the other as lines of JSON. May be asked for
 * it at any time, and takes more events after that.
 */
public final class ApplicationEvents {
  /** Beyond some 200 MB of them, tasks are counted only. */
  private static final long MOST_TASKS = 5_000_000;

  private static final int MOST_SETTINGS = 20_000;
  private static final int MOST_UNKNOWN = 50;

  private final Interned texts = new Interned();
  private final DriverEvents driver = new DriverEvents();
  private final DemandEvents demand = new DemandEvents();
  private final ExecutorEvents executors = new ExecutorEvents();
  private final JobEvents jobs = new JobEvents(texts);
  private final StageEvents stages;
  private final QueryEvents queries = new QueryEvents(texts);
  private final SortedMap<String, String> settings = new TreeMap<>();
  private final SortedMap<String, Long> unknown = new TreeMap<>();

  private Application.Identity identity = new Application.Identity("", Optional.empty(), "", "");
  private String javaVersion = "";
  private long startMillis;
  private long endMillis;
  private long latestMillis;
  private long events;
  private long damaged;

  public ApplicationEvents() {
    this(MOST_TASKS);
  }

  /** One that keeps so many tasks, at some 40 bytes each, and counts those beyond. */
  public ApplicationEvents(long mostTasks) {
    stages = new StageEvents(texts, mostTasks);
  }

  /** Takes one event. */
  public void accept(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    accept(bytes, 0, bytes.length);
  }

  /** Takes one event as UTF-8; what is none is counted. */
  public void accept(byte[] line, int offset, int length) {
    if (!acceptIfWhole(line, offset, length)) {
      damaged++;
    }
  }

  /** Takes a line that may be only the beginning of one; false where it is no event. */
  public boolean acceptIfWhole(byte[] line, int offset, int length) {
    try {
      EventJson event = EventJson.parse(line, offset, length);
      if (event.kind() != EventKind.UNKNOWN) {
        take(event.kind(), event.fields());
      } else if (unknown.size() < MOST_UNKNOWN || unknown.containsKey(event.name())) {
        unknown.merge(event.name(), 1L, Long::sum);
      }
      events++;
      return true;
    } catch (IOException | RuntimeException e) {
      // Of one event; what else comes is read on.
      return false;
    }
  }

  /** What could not be taken. */
  public LogFaults faults() {
    return new LogFaults(
        events,
        damaged,
        Collections.unmodifiableSortedMap(new TreeMap<>(unknown)),
        stages.tasksMissing(),
        stages.tasksLeftOut(),
        queries.plansLeftOut());
  }

  /** The application as it is until now. */
  public Application application() {
    long start = startMillis == 0 ? latestMillis : startMillis;
    long now = Math.max(start, endMillis == 0 ? latestMillis : endMillis);
    List<Job> allJobs = jobs.at(now, queries::callSite);
    return new Application(
        identity,
        new Application.Driver(
            executors.driverHost(),
            javaVersion,
            executors.driverPeaks(),
            driver.gaps(),
            demand.at(now, identity, settings.keySet())),
        new Span(start, now),
        endMillis != 0,
        Collections.unmodifiableSortedMap(new TreeMap<>(settings)),
        executors.at(now),
        allJobs,
        stages.at(now, sitesOfQueries(allJobs)),
        queries.at(now));
  }

  /**
   * Stages of SQL are often submitted by threads of Spark's own, which know no line of the user's.
   */
  private static Map<Integer, CallSite> sitesOfQueries(List<Job> jobs) {
    Map<Integer, CallSite> sites = new HashMap<>();
    for (Job job : jobs) {
      if (job.query().isPresent()) {
        job.stages().forEach(stage -> sites.putIfAbsent(stage, job.callSite()));
      }
    }
    return sites;
  }

  private void take(EventKind kind, JsonNode event) {
    switch (kind) {
      case LOG_START ->
          identity =
              new Application.Identity(
                  identity.id(), identity.attempt(), identity.name(), text(event, "Spark Version"));
      case APPLICATION_START -> applicationStarted(event);
      case APPLICATION_END -> endMillis = seen(Fields.time(event, "Timestamp"));
      case ENVIRONMENT -> environment(event);
      case RESOURCE_PROFILE -> executors.profileAdded(event);
      case BLOCK_MANAGER -> executors.blockManagerAdded(event);
      case EXECUTOR_ADDED -> {
        executors.added(event, settings);
        seen(Fields.time(event, "Timestamp"));
      }
      case EXECUTOR_REMOVED -> {
        executors.removed(event);
        seen(Fields.time(event, "Timestamp"));
      }
      case EXECUTOR_EXCLUDED, NODE_EXCLUDED -> executors.excluded(event);
      case EXECUTOR_EXCLUDED_FOR_STAGE, NODE_EXCLUDED_FOR_STAGE ->
          executors.excludedForStage(event);
      case EXECUTOR_UNEXCLUDED, NODE_UNEXCLUDED -> executors.included(event);
      case EXECUTOR_METRICS, STAGE_EXECUTOR_METRICS -> executors.metrics(event);
      case JOB_START -> {
        jobs.started(event);
        seen(Fields.time(event, "Submission Time"));
      }
      case JOB_END -> {
        jobs.ended(event);
        seen(Fields.time(event, "Completion Time"));
      }
      case STAGE_SUBMITTED, STAGE_COMPLETED -> {
        stages.submittedOrCompleted(event);
        seen(Fields.timeIfAny(event.path("Stage Info"), "Submission Time"));
        seen(Fields.timeIfAny(event.path("Stage Info"), "Completion Time"));
      }
      case TASK_START -> {
        stages.taskStarted(event);
        executors.taskStarted(event);
        seen(Fields.time(event.path("Task Info"), "Launch Time"));
      }
      case TASK_END -> taskEnded(event);
      case QUERY_START -> {
        queries.started(event);
        seen(Fields.time(event, "time"));
      }
      case STREAM_START -> demand.streamStarted(event, latestMillis);
      case STREAM_END -> demand.streamEnded(event);
      case SERVER_SESSION, CONNECT_SESSION -> demand.sessionOpened();
      case DRIVER_GAP -> driver.gapEnded(event);
      case EXECUTOR_PROFILE -> executors.profiled(event);
      case EXECUTOR_USAGE -> executors.used(event);
      case QUERY_PLAN -> queries.planned(event);
      case QUERY_DRIVER_METRICS -> queries.driverAdded(event);
      case QUERY_END -> {
        queries.ended(event);
        seen(Fields.time(event, "time"));
      }
      case IGNORED, UNKNOWN -> {}
    }
  }

  private void taskEnded(JsonNode event) {
    Optional<Task> ended = stages.taskEnded(event);
    if (ended.isPresent()) {
      executors.taskEnded(ended.get(), event);
      queries.taskEnded(event);
      seen(ended.get().span().endMillis());
    }
  }

  private void applicationStarted(JsonNode event) {
    startMillis = seen(Fields.time(event, "Timestamp"));
    String attempt = text(event, "App Attempt ID");
    identity =
        new Application.Identity(
            text(event, "App ID"),
            attempt.isEmpty() ? Optional.empty() : Optional.of(attempt),
            text(event, "App Name"),
            identity.sparkVersion());
  }

  private void environment(JsonNode event) {
    javaVersion = text(event.path("JVM Information"), "Java Version");
    event
        .path("Spark Properties")
        .properties()
        .forEach(
            entry -> {
              if (settings.size() < MOST_SETTINGS) {
                settings.put(entry.getKey(), text(event.path("Spark Properties"), entry.getKey()));
              }
            });
  }

  private static String text(JsonNode event, String field) {
    return Fields.text(event, field);
  }

  private long seen(long millis) {
    latestMillis = Math.max(latestMillis, millis);
    demand.seen(latestMillis);
    return millis;
  }
}
