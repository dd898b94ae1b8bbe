package dev.uncork.sparkledger.log;

import static dev.uncork.sparkledger.log.EventLines.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApplicationEventsTest {
  private final ApplicationEvents events = new ApplicationEvents();

  @Test
  void tellsWhatAnApplicationIsAndWhenItRan() {
    accept(
        EventLines.logStart(),
        EventLines.settings("'spark.master':'spark://m:7077'"),
        EventLines.applicationStart(),
        EventLines.applicationEnd(5_000));

    Application application = events.application();

    assertThat(application.identity())
        .isEqualTo(new Application.Identity("app-1", Optional.empty(), "sums", "4.0.1"));
    assertThat(application.driver().javaVersion()).isEqualTo("17.0.15 (Debian)");
    assertThat(application.span()).isEqualTo(new Span(START, START + 5_000));
    assertThat(application.complete()).isTrue();
    assertThat(application.settings()).containsEntry("spark.master", "spark://m:7077");
  }

  @Test
  void anApplicationWithoutItsEndLastsUntilItsLastEvent() {
    accept(
        EventLines.applicationStart(),
        EventLines.executorAdded("1", 2, 100),
        EventLines.jobStart(0, 0, 150, ""),
        EventLines.stageSubmitted(0, 0, 200),
        EventLines.taskStart(0, 7, 0, "1", 300),
        EventLines.taskStart(0, 8, 1, "1", 350),
        EventLines.taskEnd(0, 7, 0, "1", 300, 900));

    Application application = events.application();

    assertThat(application.complete()).isFalse();
    assertThat(application.span().endMillis()).isEqualTo(START + 900);
    assertThat(application.jobs().get(0).span()).isEqualTo(new Span(START + 150, START + 900));
    Stage stage = application.stages().get(0);
    assertThat(stage.span()).isEqualTo(new Span(START + 200, START + 900));
    assertThat(stage.tasks()).hasSize(2);
    Task running = stage.tasks().get(1);
    assertThat(running.outcome()).isEqualTo(Task.Outcome.RUNNING);
    assertThat(running.span()).isEqualTo(new Span(START + 350, START + 900));
  }

  @Test
  void aTaskKeepsAllOfItsNumbers() {
    accept(
        EventLines.applicationStart(),
        EventLines.executorAdded("1", 2, 100),
        EventLines.taskEnd(3, 7, 5, "1", 300, 900));

    Task task = events.application().stages().get(0).tasks().get(0);

    assertThat(task)
        .isEqualTo(
            new Task(
                new Task.Key(5, 0, "1", false, "NODE_LOCAL"),
                Task.Outcome.SUCCEEDED,
                Optional.empty(),
                new Span(START + 300, START + 900),
                new Task.Times(3, 2, 600, 5, 2, 1, 0, 4, 6),
                new Volumes(
                    new Volumes.Amount(21, 22),
                    new Volumes.Amount(150, 9),
                    100,
                    new Volumes.Amount(70, 8),
                    new Volumes.Amount(23, 24),
                    900,
                    new Volumes.Spill(11, 12),
                    13)));
  }

  @Test
  void tasksByTheThousandComeBackInTheirOrder() {
    accept(EventLines.applicationStart());
    for (int i = 0; i < 5_000; i++) {
      accept(EventLines.taskEnd(0, i, i, "" + i % 7, i, 2L * i));
    }

    List<Task> tasks = events.application().stages().get(0).tasks();

    assertThat(tasks).hasSize(5_000);
    for (int i = 0; i < 5_000; i++) {
      Task task = tasks.get(i);
      assertThat(task.key().partition()).isEqualTo(i);
      assertThat(task.key().executor()).isEqualTo("" + i % 7);
      assertThat(task.span().millis()).isEqualTo(i);
    }
  }

  @Test
  void whatWasHandedOutStaysWhatItWas() {
    accept(EventLines.applicationStart(), EventLines.taskEnd(0, 1, 1, "1", 1, 2));
    List<Task> early = events.application().stages().get(0).tasks();
    List<Task> asItWas = List.copyOf(early);
    for (int i = 0; i < 3_000; i++) {
      accept(EventLines.taskEnd(0, i, i, "2", 1, 4));
    }

    assertThat(early).isEqualTo(asItWas);
    assertThat(events.application().stages().get(0).tasks()).hasSize(3_001);
  }

  @Test
  void whatSparkWrapsIsToldByItsInnermostCause() {
    String info = EventLines.taskInfo(1, 0, "1", 10, 20, "");
    String wrapped =
        "{'Reason':'ExceptionFailure','Class Name':'org.apache.spark.SparkException','Description':'Task failed',"
            + "'Full Stack Trace':'org.apache.spark.SparkException: Task failed\\n\\tat a.B.c(B.java:1)\\n"
            + "Caused by: java.io.IOException: disk full: /data\\n\\tat d.E.f(E.java:2)\\n\\t... 3 more\\n'}";
    String python =
        "{'Reason':'ExceptionFailure','Class Name':'org.apache.spark.api.python.PythonException',"
            + "'Description':'Traceback (most recent call last):\\n  File job.py, line 3\\nConnectionError: 503\\n SQLSTATE: 38000'}";
    accept(
        EventLines.applicationStart(),
        EventLines.taskEnd(0, info, wrapped, 5),
        EventLines.taskEnd(0, info, python, 5));

    assertThat(events.application().stages().get(0).tasks())
        .extracting(Task::failure)
        .containsExactly(
            failure("java.io.IOException", "disk full: /data", null),
            failure("org.apache.spark.api.python.PythonException", "ConnectionError: 503", null));
  }

  @Test
  void failuresAreToldWithTheirReasons() {
    String info = EventLines.taskInfo(1, 0, "1", 10, 20, "");
    accept(
        EventLines.applicationStart(),
        EventLines.taskEnd(
            0,
            info,
            "{'Reason':'ExceptionFailure','Class Name':'java.lang.OutOfMemoryError','Description':'Java heap space\\nmore','Stack Trace':[]}",
            5),
        EventLines.taskEnd(
            0,
            info,
            "{'Reason':'FetchFailed','Block Manager Address':{'Executor ID':'4','Host':'far','Port':1},'Message':'lost'}",
            5),
        EventLines.taskEnd(
            0, info, "{'Reason':'TaskKilled','Kill Reason':'another attempt succeeded'}", 5),
        EventLines.taskEnd(
            0, info, "{'Reason':'ExecutorLostFailure','Executor ID':'1','Loss Reason':'137'}", 5),
        EventLines.taskEnd(0, info, "{'Reason':'Resubmitted'}", 5));

    List<Task> tasks = events.application().stages().get(0).tasks();

    assertThat(tasks)
        .extracting(Task::outcome)
        .containsExactly(
            Task.Outcome.FAILED, Task.Outcome.FETCH_FAILED, Task.Outcome.KILLED, Task.Outcome.LOST);
    assertThat(tasks)
        .extracting(Task::failure)
        .containsExactly(
            failure("java.lang.OutOfMemoryError", "Java heap space", null),
            failure("FetchFailed", "lost", new Task.Source("4", "far")),
            failure("TaskKilled", "another attempt succeeded", null),
            failure("ExecutorLostFailure", "137", null));
  }

  @Test
  void slotsAreCoresByWhatATaskNeeds() {
    accept(
        EventLines.settings("'spark.task.cpus':'2'"),
        EventLines.executorAdded("1", 8, 10),
        EventLines.event(
            "SparkListenerResourceProfileAdded",
            "'Resource Profile Id':0,'Task Resource Requests':{'cpus':{'Resource Name':'cpus','Amount':4.0},'gpu':{'Resource Name':'gpu','Amount':0.5}}"),
        EventLines.executorAdded("2", 32, 10),
        EventLines.executorAdded("3", 32, 10)
            .replace("\"Resources\":{}", "\"Resources\":{\"gpu\":{\"addresses\":[\"0\",\"1\"]}}"),
        EventLines.taskStart(0, 1, 0, "unheard-of", 20),
        EventLines.taskStart(0, 2, 1, "unheard-of", 20));

    assertThat(events.application().executors())
        .extracting(Executor::slots)
        .containsExactly(4, 8, 4, 2);
  }

  @Test
  void anExecutorThatWentKeepsTheReason() {
    accept(
        EventLines.applicationStart(),
        EventLines.executorAdded("1", 2, 10),
        EventLines.event(
            "SparkListenerExecutorRemoved",
            "'Timestamp':" + (START + 500) + ",'Executor ID':'1','Removed Reason':'exit code 137'"),
        EventLines.applicationEnd(900));

    Executor executor = events.application().executors().get(0);

    assertThat(executor.span()).isEqualTo(new Span(START + 10, START + 500));
    assertThat(executor.removedBecause()).contains("exit code 137");
  }

  @Test
  void executorsHavePeaksAndExclusions() {
    accept(
        EventLines.applicationStart(),
        EventLines.executorAdded("1", 2, 0),
        EventLines.executorAdded("2", 2, 0),
        EventLines.taskEnd(0, 7, 0, "1", 300, 900),
        EventLines.event(
            "SparkListenerStageExecutorMetrics",
            "'Executor ID':'1','Stage ID':0,'Stage Attempt ID':0,'Executor Metrics':{'JVMHeapMemory':500,'MinorGCTime':9}"),
        EventLines.event(
            "SparkListenerExecutorMetricsUpdate",
            "'Executor ID':'driver','Metrics Updated':[],'Executor Metrics Updated':[{'Stage ID':-1,'Stage Attempt ID':-1,'Executor Metrics':{'TotalGCTime':44}}]"),
        EventLines.event(
            "SparkListenerNodeExcluded", "'time':" + (START + 100) + ",'hostId':'host-2'"),
        EventLines.event(
            "SparkListenerNodeUnexcluded", "'time':" + (START + 400) + ",'hostId':'host-2'"),
        EventLines.event(
            "SparkListenerExecutorExcludedForStage",
            "'time':" + (START + 600) + ",'executorId':'2','taskFailures':2,'stageId':5"));

    Application application = events.application();

    assertThat(application.executors().get(0).peaks())
        .isEqualTo(Map.of("JVMHeapMemory", 1000L, "MinorGCTime", 9L));
    assertThat(application.driver().peaks()).isEqualTo(Map.of("TotalGCTime", 44L));
    assertThat(application.executors().get(1).excluded())
        .containsExactly(
            new Executor.Exclusion(new Span(START + 100, START + 400), OptionalInt.empty()),
            new Executor.Exclusion(new Span(START + 600, START + 900), OptionalInt.of(5)));
  }

  @Test
  void inLocalModeTheDriverIsTheExecutor() {
    accept(
        EventLines.applicationStart(),
        EventLines.executorAdded("driver", 2, 10),
        EventLines.taskEnd(0, 7, 0, "driver", 300, 900));

    Application application = events.application();

    assertThat(application.executors()).extracting(Executor::id).containsExactly("driver");
    assertThat(application.driver().peaks()).containsEntry("JVMHeapMemory", 1000L);
  }

  @Test
  void operatorsAreScopesOrElseTheNamesOfRdds() {
    accept(EventLines.stageSubmitted(0, 0, 5));

    assertThat(events.application().stages().get(0).operators())
        .containsExactly("Exchange", "PythonRDD");
  }

  @Test
  void rddsSayWhoMadeThemAndWhetherTheyAreKept() {
    String rdd =
        "{'RDD ID':4,'Name':'MapPartitionsRDD','Callsite':'map at Sums.scala:9','Parent IDs':[3],"
            + "'Storage Level':{'Use Disk':true,'Use Memory':false},'Number of Partitions':2}";
    accept(
        EventLines.event(
            "SparkListenerStageSubmitted",
            "'Stage Info':{'Stage ID':0,'Stage Attempt ID':0,'Stage Name':'count at Sums.scala:12',"
                + "'Number of Tasks':2,'RDD Info':["
                + rdd
                + "],'Parent IDs':[],'Submission Time':"
                + EventLines.START
                + "}"));

    assertThat(events.application().stages().get(0).rdds())
        .containsExactly(new Rdd(4, "map at Sums.scala:9", true, 2, List.of(3)));
  }

  @Test
  void theLastPlanHasTheSumsOfItsMetricsByStage() {
    String before = "{'nodeName':'Old','simpleString':'Old','children':[],'metrics':[]}";
    String plan =
        "{'nodeName':'Exchange','simpleString':'Exchange hash','children':[{'nodeName':'Scan','simpleString':'Scan x','children':[],'metadata':{},'metrics':[{'name':'number of files read','accumulatorId':3,'metricType':'sum'}]}],'metadata':{},"
            + "'metrics':[{'name':'shuffle write time','accumulatorId':1,'metricType':'nsTiming'},{'name':'rows','accumulatorId':2,'metricType':'sum'},{'name':'never','accumulatorId':4,'metricType':'size'}]}";
    accept(
        EventLines.applicationStart(),
        EventLines.queryStart(6, before, 50),
        EventLines.queryPlan(6, plan),
        task(0, EventLines.metric(1, 2_000_000) + "," + EventLines.metric(2, 10)),
        task(1, EventLines.metric(2, 5) + "," + EventLines.metric(4, -1)),
        task(1, EventLines.metric(2, 6)),
        EventLines.event(
            "org.apache.spark.sql.execution.ui.SparkListenerDriverAccumUpdates",
            "'executionId':6,'accumUpdates':[[3,12]]"),
        EventLines.queryEnd(6, 400));

    PlanNode node = events.application().queries().get(0).plan().orElseThrow();

    assertThat(node.name()).isEqualTo("Exchange");
    assertThat(node.metrics()).isEqualTo(Map.of("shuffle write time", 2L, "rows", 21L));
    assertThat(node.metricsByStage())
        .isEqualTo(
            Map.of(0, Map.of("shuffle write time", 2L, "rows", 10L), 1, Map.of("rows", 11L)));
    assertThat(node.children().get(0).metrics()).isEqualTo(Map.of("number of files read", 12L));
    assertThat(node.children().get(0).stages()).isEmpty();
  }

  @Test
  void aJobOfAQueryHasItsCallSite() {
    accept(
        EventLines.applicationStart(),
        EventLines.queryStart(6, "{}", 50),
        EventLines.jobStart(0, 0, 60, "'spark.sql.execution.id':'6'"),
        EventLines.jobStart(1, 1, 60, ""),
        EventLines.jobEnd(0, 90));

    Application application = events.application();

    assertThat(application.jobs())
        .extracting(job -> job.callSite().name())
        .containsExactly("show at Sums.scala:20", "count at Sums.scala:12");
    assertThat(application.jobs().get(0).query()).hasValue(6);
    assertThat(application.jobs().get(0).span()).isEqualTo(new Span(START + 60, START + 90));
  }

  @Test
  void aCallSiteThatIsHiddenByADescriptionIsFoundInTheStack() {
    String stack =
        "org.apache.spark.sql.classic.Dataset.collect(Dataset.scala:1)\n"
            + "app//com.example.Report$.main(Report.scala:17)\n"
            + "com.example.Report.main(Report.scala)";

    assertThat(UserFrames.callSite("nightly totals", stack))
        .isEqualTo("collect at Report.scala:17");
    assertThat(UserFrames.callSite("count at X.scala:1", stack)).isEqualTo("count at X.scala:1");
    assertThat(UserFrames.callSite("nightly totals", "")).isEqualTo("nightly totals");
    assertThat(
            UserFrames.callSite(
                "count at NativeMethodAccessorImpl.java:0",
                "py4j.reflection.MethodInvoker.invoke(MethodInvoker.java:244)"))
        .isEqualTo("count in Python");
    assertThat(UserFrames.callSite("count at <unknown>:0", reflected("GeneratedMethodAccessor9")))
        .isEqualTo("count in Python");
    assertThat(UserFrames.unchanging(reflected("GeneratedMethodAccessor9")))
        .isEqualTo(UserFrames.unchanging(reflected("NativeMethodAccessorImpl")));
    assertThat(
            UserFrames.callSite(
                "\nid = 1f5b\nrunId = 10fb\nbatch = 3",
                "org.apache.spark.sql.classic.DataStreamWriter.start(DataStreamWriter.scala:145)\n"
                    + "py4j.reflection.MethodInvoker.invoke(MethodInvoker.java:244)"))
        .isEqualTo("start in Python");
    assertThat(new CallSite("a", "b").name()).isEqualTo("a");
  }

  @Test
  void whatIsNoEventIsCounted() {
    accept(
        EventLines.applicationStart(),
        "",
        "no json",
        "[]",
        "{}",
        "{\"Event\":5}",
        "{\"Event\":\"SparkListenerApplicationEnd\"}",
        EventLines.applicationEnd(-START),
        EventLines.applicationEnd(Long.MAX_VALUE / 2),
        EventLines.executorAdded("1", -3, 10),
        EventLines.taskEnd(0, 1, -1, "1", 1, 2),
        EventLines.jobEnd(3, 10) + "}",
        EventLines.jobEnd(3, 10).substring(0, 50));

    assertThat(events.faults().damaged()).isEqualTo(12);
    assertThat(events.faults().events()).isEqualTo(1);
    assertThat(events.application().complete()).isFalse();
  }

  @Test
  void eventsOfOthersAreCountedByName() {
    accept(
        EventLines.event("com.example.Audit", "'x':[1,2]"),
        EventLines.event("com.example.Audit", "'x':[1,2]"),
        EventLines.event("SparkListenerOfTheFuture", "'x':1"),
        EventLines.event("SparkListenerUnpersistRDD", "'RDD ID':1"),
        EventLines.event("org.apache.spark.sql.streaming.StreamingQueryListener$X", "'x':1"),
        EventLines.event("dev.uncork.spark.event.ExecutorPlacedEvent", "'x':1"));

    assertThat(events.faults().unknown())
        .isEqualTo(Map.of("com.example.Audit", 2L, "SparkListenerOfTheFuture", 1L));
    assertThat(events.faults().damaged()).isZero();
  }

  @Test
  void tasksBeyondTheLimitAreCountedOnly() {
    ApplicationEvents few = new ApplicationEvents(3);
    for (int i = 0; i < 5; i++) {
      few.accept(EventLines.taskEnd(0, i, i, "1", 1, 2));
    }

    assertThat(few.faults().tasksLeftOut()).isEqualTo(2);
    assertThat(few.application().stages().get(0).tasks()).hasSize(3);
  }

  @Test
  void tasksWhoseEndsSparkDroppedAreCounted() {
    accept(
        EventLines.stageSubmitted(0, 0, 10),
        EventLines.taskEnd(0, 1, 0, "1", 20, 30),
        EventLines.stageCompleted(0, 0, 10, 40),
        EventLines.stageSubmitted(1, 0, 10),
        EventLines.taskEnd(1, 1, 0, "1", 20, 30));

    assertThat(events.faults().tasksMissing()).isEqualTo(1);
  }

  @Test
  void aPlanOfAnyDepthIsTaken() {
    int depth = 2_000;
    String node =
        "{\"nodeName\":\"Union\",\"simpleString\":\"Union\",\"metrics\":[],\"children\":[";
    accept(
        EventLines.applicationStart(),
        EventLines.queryStart(6, node.repeat(depth) + "]}".repeat(depth), 50));

    assertThat(events.faults().damaged()).isZero();
    assertThat(events.application().queries().get(0).plan()).isPresent();
  }

  private static String task(int stage, String accumulables) {
    return EventLines.taskEnd(
        stage, EventLines.taskInfo(1, 0, "1", 60, 70, accumulables), "{'Reason':'Success'}", 5);
  }

  private static Optional<Task.Failure> failure(
      String reason, String message, Task.@Nullable Source source) {
    return Optional.of(new Task.Failure(reason, message, Optional.ofNullable(source)));
  }

  private void accept(String... lines) {
    for (String line : lines) {
      events.accept(line);
    }
  }

  private static String reflected(String by) {
    return "org.apache.spark.sql.Dataset.count(Dataset.scala:1)\n"
        + "java.base/jdk.internal.reflect."
        + by
        + ".invoke(Unknown Source)\npy4j.Gateway.invoke(Gateway.java:282)";
  }
}
