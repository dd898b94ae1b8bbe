package dev.uncork.sparktests;

import dev.uncork.sparktests.job.SumJob;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.spark.launcher.JavaModuleOptions;

/** An application that runs in a child JVM, submitted as a user does it. */
final class SparkRun implements AutoCloseable {
  /** An executor alone takes half a minute to start where others need the cores. */
  private static final long PATIENCE_SECONDS = 600;

  private static final String DRIVERS_OPTIONS = "spark.driver.extraJavaOptions";
  private static final String EXECUTORS_OPTIONS = "spark.executor.extraJavaOptions";

  /** For JVMs that live for a few jobs only. */
  static final String FAST_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final Process process;
  private final Writer input;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader = new Thread(this::read, "spark-output");

  private SparkRun(Process process) {
    this.process = process;
    this.input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    reader.setDaemon(true);
    reader.start();
  }

  /** Submits {@link SumJob} with the plugin. */
  static SparkRun submit(
      SparkHome home, List<String> wrapper, String master, Map<String, String> settings)
      throws IOException, URISyntaxException {
    return submit(home, wrapper, master, SumJob.class, settings);
  }

  /** Submits a job of ours with the plugin. */
  static SparkRun submit(
      SparkHome home,
      List<String> wrapper,
      String master,
      Class<?> job,
      Map<String, String> settings)
      throws IOException, URISyntaxException {
    List<String> arguments = new ArrayList<>(List.of("--master", master));
    arguments.addAll(List.of("--jars", SparkHome.plugin().toString()));
    arguments.addAll(List.of("--conf", "spark.plugins=dev.uncork.spark.UncorkPlugin"));
    arguments.addAll(List.of("--conf", "spark.ui.port=0"));
    arguments.addAll(List.of("--conf", "spark.local.dir=" + home.directory().resolve("local")));
    Path claims = home.directory().resolve("claims"); // apart from whatever else runs here
    arguments.addAll(List.of("--conf", "spark.uncork.numa.claims=" + claims));
    Map<String, String> all = new HashMap<>(settings);
    for (String options : List.of(DRIVERS_OPTIONS, EXECUTORS_OPTIONS)) {
      all.merge(options, FAST_START, (given, fast) -> fast + " " + given);
    }
    all.forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
    arguments.addAll(List.of("--class", job.getName(), home.application().toString()));
    String driver = settings.getOrDefault(DRIVERS_OPTIONS, "");
    List<String> options = driver.isEmpty() ? List.of() : List.of(driver.split(" "));
    return start(home, wrapper, options, "org.apache.spark.deploy.SparkSubmit", arguments);
  }

  /** Starts a class of Spark's. */
  static SparkRun start(
      SparkHome home,
      List<String> wrapper,
      List<String> options,
      String mainClass,
      List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-Xmx512m");
    command.addAll(List.of(FAST_START.split(" ")));
    command.add("-Djava.io.tmpdir=" + home.directory());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(options);
    String classPath = home.directory() + "/conf:" + home.directory() + "/jars/*";
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(home.directory().toFile());
    builder.environment().put("SPARK_HOME", home.directory().toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13"); // as bin/spark-class does
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return new SparkRun(builder.start());
  }

  /** Starts something else that executors may be children of. */
  static SparkRun start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new SparkRun(builder.start());
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        synchronized (lines) {
          lines.add(line);
          lines.notifyAll();
        }
      }
    } catch (IOException e) {
      // The process was killed.
    }
  }

  /** All that it printed so far. */
  String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /** Waits for the next line, after those asked for before, that is wanted, and returns it. */
  String await(Predicate<String> wanted) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    synchronized (lines) {
      for (int at = 0; ; ) {
        for (; at < lines.size(); at++) {
          if (wanted.test(lines.get(at))) {
            return lines.set(at, "seen: " + lines.get(at));
          }
        }
        long left = deadline - System.nanoTime();
        if (left <= 0 || (!process.isAlive() && !reader.isAlive())) {
          throw new AssertionError("this did not come:\n" + output());
        }
        TimeUnit.NANOSECONDS.timedWait(lines, Math.min(left, 200_000_000));
      }
    }
  }

  /** Writes a line to its standard input. */
  void say(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  /** Executors that run now. */
  List<ProcessHandle> executors() {
    return process
        .descendants()
        .filter(
            child ->
                child.info().command().orElse("").endsWith("/java")
                    && child
                        .info()
                        .commandLine()
                        .orElse("")
                        .contains("CoarseGrainedExecutorBackend"))
        .toList();
  }

  /** Ends its input and waits for its end. */
  int end() throws IOException, InterruptedException {
    input.close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end:\n" + output());
    }
    reader.join(TimeUnit.SECONDS.toMillis(10));
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Waits until something holds. */
  static void awaitTrue(String what, Check check) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!check.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + PATIENCE_SECONDS + " s: " + what);
      }
      Thread.onSpinWait();
      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
    }
  }

  /** A condition on processes and files. */
  interface Check {
    boolean holds() throws Exception;
  }

  /** The CPUs that each thread of a process may use, as the kernel tells. */
  static List<String> allowedCpus(ProcessHandle executor) throws IOException {
    List<String> allowed = new ArrayList<>();
    for (Path thread : threads(executor)) {
      try {
        allowed.add(statusLine(thread, "Cpus_allowed_list:"));
      } catch (java.nio.file.NoSuchFileException e) {
        // It has ended.
      } catch (IOException e) {
        if (!String.valueOf(e.getMessage()).contains("No such process")) {
          throw e;
        }
      }
    }
    return allowed;
  }

  /** How many threads of a process have a name. */
  static long threadsNamed(ProcessHandle executor, String name) throws IOException {
    return count(executor, thread -> statusLine(thread, "Name:").equals(name));
  }

  /** Threads of a process that run tasks and take memory from a NUMA node while it has some. */
  static long taskThreadsThatPrefer(ProcessHandle executor, int node) throws IOException {
    return count(
        executor,
        thread ->
            statusLine(thread, "Name:").startsWith("Executor task")
                && java.nio.file.Files.readString(thread.resolve("numa_maps"))
                    .contains(" prefer:" + node));
  }

  /** What is true of a thread, given by its directory. */
  private interface ThreadCheck {
    boolean holds(Path thread) throws IOException;
  }

  private static long count(ProcessHandle executor, ThreadCheck check) throws IOException {
    long count = 0;
    for (Path thread : threads(executor)) {
      try {
        count += check.holds(thread) ? 1 : 0;
      } catch (IOException e) {
        // It has ended.
      }
    }
    return count;
  }

  private static List<Path> threads(ProcessHandle executor) throws IOException {
    try (var tasks = java.nio.file.Files.list(Path.of("/proc/" + executor.pid() + "/task"))) {
      return tasks.toList();
    }
  }

  private static String statusLine(Path thread, String key) throws IOException {
    for (String line : java.nio.file.Files.readAllLines(thread.resolve("status"))) {
      if (line.startsWith(key)) {
        return line.substring(key.length()).strip();
      }
    }
    throw new IOException("No such process: " + thread);
  }
}
