package dev.uncork.sparkledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.DriverGap;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Span;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriverEventsTest {
  private static String gap(String frames) {
    return "{\"Event\":\"dev.uncork.spark.event.DriverGapEvent\",\"startMillis\":1700000001000,"
        + "\"endMillis\":1700000003000,\"looks\":8,\"gcMillis\":500,\"stacks\":[{\"thread\":\"main\",\"samples\":8,"
        + "\"frames\":["
        + frames
        + "]}]}";
  }

  @Test
  void theUsersLineIsKnownByTheStack() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"java.util.HashMap.put(HashMap.java:610)\","
                + "\"report.Job.digest(Job.java:12)\",\"report.Job.main(Job.java:5)\""));

    assertThat(gaps(events))
        .containsExactly(
            new DriverGap(
                new Span(1700000001000L, 1700000003000L),
                8,
                500,
                List.of(
                    look(
                        DriverLook.Doing.OWN_CODE,
                        "digest at Job.java:12",
                        "main at Job.java:5"))));
  }

  @Test
  void sparksStartIsNotPlanning() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"org.apache.spark.sql.internal.SharedState.of(SharedState.scala:3)\","
                + "\"org.apache.spark.sql.classic.SparkSession$Builder.getOrCreate(SparkSession.scala:9)\","
                + "\"report.Job.main(Job.java:5)\""));

    assertThat(gaps(events).get(0).seen())
        .containsExactly(look(DriverLook.Doing.LOADING, "getOrCreate at Job.java:5"));
  }

  @Test
  void aPythonProgramThatCallsNothingRunsItself() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(gap("").replace("\"looks\":8", "\"looks\":8,\"pythonLooks\":6"));

    assertThat(gaps(events).get(0).share(DriverLook.Doing.PYTHON)).isEqualTo(0.75);
  }

  private static List<DriverGap> gaps(ApplicationEvents events) {
    return events.application().driver().gaps();
  }

  private static DriverLook look(DriverLook.Doing doing, String... places) {
    List<CallSite> sites = Arrays.stream(places).map(place -> new CallSite(place, "")).toList();
    return new DriverLook(doing, sites, 8);
  }

  @Test
  void whatSparkSqlDoesForALineIsPlanning() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"org.codehaus.janino.Parser.parse(Parser.java:9)\","
                + "\"org.apache.spark.sql.catalyst.Planner.plan(Planner.scala:3)\","
                + "\"org.apache.spark.sql.classic.Dataset.select(Dataset.scala:7)\","
                + "\"report.Job.main(Job.java:5)\","
                + "\"org.apache.spark.deploy.SparkSubmit.main(SparkSubmit.scala:1)\""));

    assertThat(gaps(events).get(0).seen())
        .containsExactly(look(DriverLook.Doing.PLANNING, "select at Job.java:5"));
    assertThat(gaps(events).get(0).share(DriverLook.Doing.PLANNING)).isEqualTo(1);
  }

  @Test
  void whatSparkSqlDoesForPythonIsPlanning() {
    ApplicationEvents events = new ApplicationEvents();
    String python =
        "\"org.apache.spark.sql.classic.Dataset.withColumn(Dataset.scala:7)\","
            + "\"java.lang.reflect.Method.invoke(Method.java:569)\","
            + "\"py4j.reflection.MethodInvoker.invoke(MethodInvoker.java:244)\"";
    events.accept(gap("\"org.apache.spark.sql.catalyst.Planner.plan(Planner.scala:3)\"," + python));
    events.accept(gap("\"jdk.internal.misc.Unsafe.park(Unsafe.java)\"," + python));

    assertThat(gaps(events).get(0).seen())
        .containsExactly(look(DriverLook.Doing.PLANNING, "withColumn in Python"));
    assertThat(gaps(events).get(1).seen()).isEmpty();
  }

  @Test
  void codeThatIsLoadedIsNeitherPlanningNorTheProgramsOwn() {
    ApplicationEvents events = new ApplicationEvents();
    String loads =
        "\"java.lang.ClassLoader.defineClass1(ClassLoader.java)\","
            + "\"java.lang.ClassLoader.loadClass(ClassLoader.java:525)\",";
    String sql = "\"org.apache.spark.sql.classic.Dataset.select(Dataset.scala:7)\",";
    String compiler =
        "\"org.codehaus.janino.ClassLoaderIClassLoader.find(ClassLoaderIClassLoader.java:89)\",";
    String main = "\"report.Job.main(Job.java:5)\"";
    events.accept(gap(loads + sql + main));
    events.accept(gap(loads + main));
    events.accept(gap(loads + compiler + sql + main));

    assertThat(gaps(events).get(0).seen())
        .containsExactly(look(DriverLook.Doing.LOADING, "select at Job.java:5"));
    assertThat(gaps(events).get(1).share(DriverLook.Doing.LOADING)).isEqualTo(1);
    assertThat(gaps(events).get(2).share(DriverLook.Doing.PLANNING)).isEqualTo(1);
  }

  @Test
  void whatSparkLogsIsNotTheUsersCode() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"java.lang.StackWalker.walk(StackWalker.java:499)\","
                + "\"org.apache.logging.log4j.util.StackLocator.getCallerClass(StackLocator.java:47)\","
                + "\"org.slf4j.LoggerFactory.getLogger(LoggerFactory.java:447)\","
                + "\"org.apache.spark.internal.Logging.log(Logging.scala:136)\","
                + "\"py4j.Gateway.invoke(Gateway.java:282)\""));

    assertThat(gaps(events).get(0).seen()).isEmpty();
  }

  @Test
  void whatCommittersDoForALineIsCommitting() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"java.io.UnixFileSystem.rename0(UnixFileSystem.java)\","
                + "\"org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter.commitJob(FileOutputCommitter.java:406)\","
                + "\"org.apache.spark.internal.io.HadoopMapReduceCommitProtocol.commitJob(HadoopMapReduceCommitProtocol.scala:192)\","
                + "\"org.apache.spark.internal.io.SparkHadoopWriter$.write(SparkHadoopWriter.scala:99)\","
                + "\"org.apache.spark.api.java.JavaRDDLike.saveAsTextFile(JavaRDDLike.scala:7)\","
                + "\"report.Job.main(Job.java:5)\""));

    assertThat(gaps(events).get(0).seen())
        .containsExactly(look(DriverLook.Doing.COMMITTING, "saveAsTextFile at Job.java:5"));
  }

  @Test
  void thePluginIsNotTheProgram() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"java.lang.Object.wait(Object.java:338)\","
                + "\"dev.uncork.spark.Executors.awaitGoodbyes(Executors.java:223)\","
                + "\"org.apache.spark.SparkContext.stop(SparkContext.scala:7)\","
                + "\"report.Job.main(Job.java:5)\""));

    assertThat(gaps(events).get(0).seen()).isEmpty();
  }

  @Test
  void aProgramThatWaitsForALineRests() {
    String frames =
        "\"java.io.FileInputStream.readBytes(FileInputStream.java)\","
            + "\"java.io.BufferedReader.readLine(BufferedReader.java:329)\","
            + "\"report.Shell.main(Shell.java:5)\"";
    ApplicationEvents resting = new ApplicationEvents();
    resting.accept(gap(frames).replace("\"looks\"", "\"cpuMillis\":80,\"looks\""));
    ApplicationEvents busy = new ApplicationEvents();
    busy.accept(gap(frames).replace("\"looks\"", "\"cpuMillis\":1900,\"looks\""));

    assertThat(gaps(resting).get(0).share(DriverLook.Doing.WAITING)).isEqualTo(1);
    assertThat(gaps(busy).get(0).share(DriverLook.Doing.WAITING)).isZero();
  }

  @Test
  void whatWaitsInSparkDoesNothing() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"java.util.concurrent.locks.LockSupport.park(LockSupport.java:211)\","
                + "\"org.apache.spark.scheduler.DAGScheduler.runJob(DAGScheduler.scala:9)\","
                + "\"org.apache.spark.sql.classic.Dataset.count(Dataset.scala:7)\","
                + "\"report.Job.main(Job.java:5)\""));

    assertThat(gaps(events).get(0).seen()).isEmpty();
    assertThat(events.faults().damaged()).isZero();
  }

  @Test
  void aDamagedEventIsCounted() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept("{\"Event\":\"dev.uncork.spark.event.DriverGapEvent\",\"startMillis\":\"x\"}");

    assertThat(events.faults().damaged()).isEqualTo(1);
  }
}
