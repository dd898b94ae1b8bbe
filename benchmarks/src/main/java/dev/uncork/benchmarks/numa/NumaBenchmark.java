package dev.uncork.benchmarks.numa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.Options;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A Spark job in guests of the lab with several NUMA nodes, without and with affinity.
 *
 * <p>{@code ./bench numa [--profile numa2] [--workload kmeans|tpch] [--spark DIR]}; figures of
 * others are kept, so it can be run in pieces. The guests are emulated: what is measured is where
 * threads and pages are, not how fast they are. {@code --again OFF,ON} with a profile and a
 * workload computes the figures and pictures anew from what guests left in two directories.
 */
public final class NumaBenchmark {
  private static final Pattern LOGGED =
      Pattern.compile("(\\d\\d/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d) (.*)");
  private static final String BOUND = " is bound to NUMA node ";
  private static final String ENDED = "Driver commanded a shutdown"; // and the binding is undone
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yy/MM/dd HH:mm:ss");
  private static final double SETTLED_SECONDS = 2;
  private static final double STOPPED_SECONDS = 20; // longer ones: the guest itself was stopped

  /** An emulated CPU is mostly busy with the JVM's own work: as little of it as there may be. */
  private static final String JVM =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions"
          + " -XX:-BytecodeVerificationRemote";

  /** Of the machine's time, which goes on while a guest is stopped. */
  private static final String LIMIT_SECONDS = "10800";

  private static final Path PLUGIN =
      Path.of("dist/target/uncork/lib/uncork-spark.jar").toAbsolutePath();
  private static final String JOBS = "spark-workloads/target/spark-workloads.jar";
  private static final String SCRIPT =
      Path.of("spark-workloads/bin/spark-workload").toAbsolutePath().toString();
  private static final Path DATA = Path.of("benchmarks/target/tpch-0.01").toAbsolutePath();
  private static final Path ARCHIVES = Path.of("benchmarks/target/numa-classes").toAbsolutePath();
  private static final Map<String, List<String>> WORKLOADS =
      Map.of(
          "kmeans",
          List.of("kmeans", "--points=8000", "--iterations=3", "--rounds=2", "--partitions=8"),
          "tpch",
          List.of("tpch", "--scale=0.01", "--queries=1,3,5,6", "--rounds=2"));

  private final Path spark;
  private final String workload;

  private NumaBenchmark(Path spark, String workload) {
    this.spark = spark;
    this.workload = workload;
  }

  private record Run(
      ThreadSamples samples, Placement placement, double boundSeconds, double millis) {}

  /** Options as above; exit code 2 for one that makes no sense. */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> profiles = new ArrayList<>();
    List<String> workloads = new ArrayList<>();
    List<Path> left = new ArrayList<>();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("--spark", Options.sparkOfEnvironment());
    new Options()
        .values(values)
        .with("--profile", profiles::add)
        .with("--workload", workloads::add)
        .with("--again", value -> Stream.of(value.split(",")).map(Path::of).forEach(left::add))
        .read(args, 0);
    profiles = profiles.isEmpty() ? List.of("numa2", "numa4") : profiles;
    workloads = workloads.isEmpty() ? List.of("kmeans", "tpch") : workloads;
    if (!WORKLOADS.keySet().containsAll(workloads)) {
      Options.refuse("--workload " + workloads + ": expected " + WORKLOADS.keySet());
    }
    if (!left.isEmpty()) {
      if (left.size() != 2 || profiles.size() != 1 || workloads.size() != 1) {
        Options.refuse("--again " + left + ": expected OFF,ON, and one --profile and --workload");
      }
      Run off = read(left.get(0), false);
      report(profiles.get(0) + "-" + workloads.get(0), off, read(left.get(1), true));
      return;
    }
    Path spark = Options.sparkHome(values.get("--spark"));
    for (String workload : workloads) {
      NumaBenchmark benchmark = new NumaBenchmark(spark, workload);
      benchmark.makeArchives();
      for (String profile : profiles) {
        benchmark.measure(profile);
      }
    }
  }

  private void measure(String profile) throws IOException, InterruptedException {
    Run off = run(profile, false);
    Run on = run(profile, true);
    report(profile + "-" + workload, off, on);
  }

  private static void report(String name, Run off, Run on) throws IOException {
    Path images = Files.createDirectories(Path.of("docs/images"));
    Files.writeString(
        images.resolve(name + "-off.svg"),
        ThreadPicture.of(off.samples(), name + ", not bound: where threads of tasks ran", 0));
    Files.writeString(
        images.resolve(name + "-on.svg"),
        ThreadPicture.of(
            on.samples(), name + ", spark.uncork.numa=auto; dashed: bound", on.boundSeconds()));
    ResultFile result = new ResultFile("./bench numa", System.getProperty("java.version"));
    add(
        result,
        name + "-outside",
        on.placement().outside(),
        off.placement().outside(),
        String.format(
            Locale.ROOT,
            "samples of threads that ran on another node than their executor's most used one, of"
                + " %,d from binding until the end; not bound: of %,d; to reach: 0",
            on.placement().samples(),
            off.placement().samples()));
    add(
        result,
        name + "-node-changes",
        on.placement().nodeChanges(),
        off.placement().nodeChanges(),
        String.format(
            Locale.ROOT,
            "how often a thread of tasks was on another node than at its sample before, of %,d;"
                + " not bound: of %,d",
            on.placement().taskSamples(),
            off.placement().taskSamples()));
    add(
        result,
        name + "-local-pages",
        share(on.placement()),
        share(off.placement()),
        String.format(
            Locale.ROOT,
            "of %,d pages of heaps, the share on the executor's node; to reach: at least 0.95",
            on.placement().heapPages()));
    add(
        result,
        name + "-time-ratio",
        on.millis() / off.millis(),
        1,
        "elapsed, with to without; emulated nodes are equally near, so it says nothing of speed");
    addLooks(result, name, on, off);
    result.remark(
        "Guests of the lab with four emulated CPUs; two executors with two cores (numa2) or four"
            + " with one (numa4), threads looked at ten times a second, pages every five seconds."
            + " Pictures: docs/images/numa*.svg.");
    result.write(Path.of("docs/results/numa.json"), true);
  }

  private static void addLooks(ResultFile result, String name, Run on, Run off) {
    List<Double> bound = looks(on);
    List<Double> free = looks(off);
    result.add(
        name + "-look-interval",
        "s",
        once(bound),
        Map.of("not bound", once(free)),
        String.format(
            Locale.ROOT,
            "from one look at all threads to the next; 95 of 100 within %.2f s, not bound %.2f s;"
                + " the guest was stopped %d and %d times; to reach: 0.1",
            bound.get(bound.size() * 95 / 100),
            free.get(free.size() * 95 / 100),
            stops(on),
            stops(off)));
  }

  /** Of one run, whatever the number of looks. */
  private static Spread once(List<Double> looks) {
    Spread spread = Spread.of(looks);
    return new Spread(spread.median(), spread.min(), spread.max(), 1);
  }

  private static List<Double> looks(Run run) {
    return run.samples().lookIntervals(run.boundSeconds()).stream()
        .filter(seconds -> seconds < STOPPED_SECONDS)
        .toList();
  }

  private static long stops(Run run) {
    return run.samples().lookIntervals(run.boundSeconds()).size() - looks(run).size();
  }

  private static void add(
      ResultFile result, String name, double value, double notBound, String note) {
    String unit = name.endsWith("pages") ? "share" : name.endsWith("ratio") ? "ratio" : "samples";
    Map<String, Spread> against =
        unit.equals("ratio") ? Map.of() : Map.of("not bound", Spread.of(List.of(notBound)));
    result.add(name, unit, Spread.of(List.of(value)), against, note);
  }

  private static double share(Placement placement) {
    return (double) placement.localPages() / Math.max(1, placement.heapPages());
  }

  private Run run(String profile, boolean on) throws IOException, InterruptedException {
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

  private static Run read(Path out, boolean on) throws IOException {
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
  private void makeArchives() throws IOException, InterruptedException {
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
