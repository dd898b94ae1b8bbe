package dev.uncork.benchmarks.numa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A Spark workload in guests of the lab, and what it leaves there. */
final class GuestJob {
  private static final Pattern LOGGED =
      Pattern.compile("(\\d\\d/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d) (.*)");
  private static final String BOUND = " is bound to NUMA node ";
  private static final String ENDED = "Driver commanded a shutdown"; // and the binding is undone
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yy/MM/dd HH:mm:ss");
  private static final double SETTLED_SECONDS = 2;

  /** An emulated CPU is mostly busy with the JVM's own work: as little of it as there may be. */
  private static final String JVM =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions"
          + " -XX:-BytecodeVerificationRemote";

  /** Of the machine's time, which goes on while a guest is stopped. */
  private static final String LIMIT_SECONDS = "10800";

  private static final Path PLUGIN =
      Path.of("dist/target/uncork/lib/uncork-spark.jar").toAbsolutePath();
  private static final String JOBS = "spark/workloads/target/spark-workloads.jar";
  private static final String SCRIPT =
      Path.of("spark/workloads/bin/spark-workload").toAbsolutePath().toString();
  private static final Path DATA = Path.of("benchmarks/target/tpch-0.01").toAbsolutePath();
  private static final Path ARCHIVES = Path.of("benchmarks/target/numa-classes").toAbsolutePath();

  static final Map<String, List<String>> WORKLOADS =
      Map.of(
          "kmeans",
          List.of("kmeans", "--points=8000", "--iterations=3", "--rounds=2", "--partitions=8"),
          "tpch",
          List.of("tpch", "--scale=0.01", "--queries=1,3,5,6", "--rounds=2"));

  private final Path spark;
  private final String workload;

  GuestJob(Path spark, String workload) {
    this.spark = spark;
    this.workload = workload;
  }

  record Run(ThreadSamples samples, Placement placement, double boundSeconds, double millis) {}

  Run run(String profile, boolean on) throws IOException, InterruptedException {
    int executors = profile.equals("numa4") ? 4 : 2;
    Path out = Files.createTempDirectory("numa-");
    List<String> command =
        new ArrayList<>(List.of("lab/run", "--profile", profile, "--memory", "6144"));
    command.addAll(List.of("--timeout", LIMIT_SECONDS));
    command.addAll(List.of("--out", out.toString(), "--", "env", "SPARK_LOCAL_IP=127.0.0.1"));
    command.add("SPARK_HOME=" + spark);
    command.add("SPARK_WORKLOAD_JARS=" + PLUGIN);
    command.add("SPARK_WORKLOAD_JAVA_OPTS=" + driverOptions("SharedArchiveFile"));
    command.addAll(List.of("lab/guest/spark-job", "CoarseGrainedExecutorBackend"));
    command.addAll(job(executors, on, "SharedArchiveFile"));
    System.out.println("numa: " + profile + ", " + workload + (on ? ", bound" : ", not bound"));
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("the guest's job ended with " + status + "; see " + out);
    }
    System.out.println("numa: the guest left " + out);
    return read(out, on);
  }

  static Run read(Path out, boolean on) throws IOException {
    ThreadSamples samples = ThreadSamples.read(out);
    double bound = on ? logged(out, BOUND).max().orElseThrow(() -> unsaid(BOUND, out)) : 0;
    double ended = logged(out, ENDED).min().orElseThrow(() -> unsaid(ENDED, out));
    Placement placement = Placement.from(samples, bound + SETTLED_SECONDS, ended);
    return new Run(samples, placement, bound, millis(out));
  }

  /** The workload's arguments; it uses or makes a shared archive of the executors' classes. */
  private List<String> job(int executors, boolean on, String archiveOption)
      throws IOException, InterruptedException {
    List<String> job = new ArrayList<>(WORKLOADS.get(workload));
    if (workload.equals("tpch")) {
      makeData();
      job.add("--data=" + DATA);
    }
    job.add("--master=local-cluster[" + executors + "," + 4 / executors + ",512]");
    for (String setting :
        List.of(
            "spark.executor.memory=512m",
            "spark.jars=" + PLUGIN + "," + Path.of(JOBS).toAbsolutePath(),
            // Initial heap and its pages before anything is bound, so that they must be moved.
            "spark.executor.extraJavaOptions=-Xms512m -XX:+AlwaysPreTouch "
                + JVM
                + archive(archiveOption, "executor"),
            "spark.plugins=dev.uncork.spark.UncorkPlugin",
            "spark.uncork.profile=false",
            "spark.uncork.numa=" + (on ? "auto" : "off"),
            "spark.ui.enabled=false",
            "spark.sql.codegen.wholeStage=false",
            "spark.sql.codegen.factoryMode=NO_CODEGEN",
            "spark.network.timeout=1200s",
            "spark.worker.timeout=1200",
            "spark.executor.heartbeatInterval=120s",
            "spark.sql.shuffle.partitions=4")) {
      job.add("--conf=" + setting);
    }
    return job;
  }

  private String driverOptions(String archiveOption) {
    return "-Xmx1g " + JVM + archive(archiveOption, "driver");
  }

  private String archive(String option, String process) {
    return " -XX:" + option + "=" + ARCHIVES.resolve(workload + "-" + process + ".jsa");
  }

  /**
   * Most of what a guest does is reading and linking Spark's classes, so both JVMs map them from
   * archives (JEP 350) that a run here leaves. A JVM ignores one that doesn't fit its jars.
   */
  void makeArchives() throws IOException, InterruptedException {
    Files.createDirectories(ARCHIVES);
    System.out.println("numa: archives of the classes of " + workload);
    runHere(driverOptions("ArchiveClassesAtExit"), job(1, true, "ArchiveClassesAtExit"));
  }

  private void runHere(String javaOptions, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(SCRIPT));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", spark.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_WORKLOAD_JARS", PLUGIN.toString());
    builder.environment().put("SPARK_WORKLOAD_JAVA_OPTS", javaOptions);
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    if (builder.start().waitFor() != 0) {
      throw new IOException("a run outside a guest failed; try: " + command);
    }
  }

  /** Here, once, since it would take long in each guest. */
  private void makeData() throws IOException, InterruptedException {
    if (Files.exists(DATA.resolve("scale"))) {
      return;
    }
    runHere(
        "", List.of("tpch", "--scale=0.01", "--queries=6", "--master=local[2]", "--data=" + DATA));
  }

  /** When executors wrote lines with a text to their logs, in seconds since the epoch. */
  private static DoubleStream logged(Path out, String text) throws IOException {
    DoubleStream.Builder times = DoubleStream.builder();
    try (Stream<Path> logs = Files.walk(out.resolve("work"))) {
      for (Path log : logs.filter(file -> file.endsWith("stderr")).toList()) {
        for (String line : Files.readAllLines(log)) {
          Matcher matcher = LOGGED.matcher(line);
          if (matcher.matches() && line.contains(text)) {
            LocalDateTime time = LocalDateTime.parse(matcher.group(1), LOG_TIME);
            times.add(time.atZone(ZoneId.systemDefault()).toEpochSecond());
          }
        }
      }
    }
    return times.build();
  }

  private static IOException unsaid(String text, Path out) {
    return new IOException("no executor's log says \"" + text.strip() + "\"; see " + out);
  }

  private static double millis(Path out) throws IOException {
    String text = Files.readString(out.resolve("result"));
    JsonNode runs = new ObjectMapper().readTree(text.substring(text.indexOf('{'))).path("runs");
    double[] millis = new double[runs.size()];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = runs.get(i).path("elapsedMillis").asDouble();
    }
    return Arrays.stream(millis).sum();
  }
}
