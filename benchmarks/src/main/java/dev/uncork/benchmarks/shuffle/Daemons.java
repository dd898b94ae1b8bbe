package dev.uncork.benchmarks.shuffle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spark's master and a worker on this host, each a JVM of its own, for one application. */
final class Daemons implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;
  private static final long POLL_NANOS = 50_000_000;
  private static final int SPARE_MEGABYTES = 1024;

  private final Cluster cluster;
  private final Path logs;
  private final List<Process> processes = new ArrayList<>();
  private final Thread atExit = new Thread(this::kill);
  private String address = "";

  private Daemons(Cluster cluster, Path logs) {
    this.cluster = cluster;
    this.logs = logs;
  }

  /**
   * Starts them and waits until the worker is known to the master.
   *
   * @param name for the directory of their logs, and those of executors
   */
  static Daemons start(Cluster cluster, String name) throws IOException {
    Daemons daemons = new Daemons(cluster, Files.createTempDirectory("shuffle-" + name + "-"));
    Runtime.getRuntime().addShutdownHook(daemons.atExit);
    try {
      daemons.start();
    } catch (IOException | RuntimeException e) {
      daemons.close();
      throw e;
    }
    return daemons;
  }

  private void start() throws IOException {
    Path masterLog =
        daemon("master.Master", List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"));
    address = await(masterLog, "Starting Spark master at (spark://[\\w.:]+)");
    int megabytes = cluster.executors() * cluster.executorMegabytes() + SPARE_MEGABYTES;
    daemon(
        "worker.Worker",
        List.of(
            "--host",
            "127.0.0.1",
            "--cores",
            String.valueOf(cluster.executors()),
            "--memory",
            megabytes + "m",
            "--work-dir",
            logs.resolve("work").toString(),
            "--webui-port",
            "0",
            address));
    await(masterLog, "(Registering worker)");
  }

  /** Starts one; where its log is. */
  private Path daemon(String mainClass, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("@spark/workloads/bin/spark-java-options");
    command.add("-Xmx512m");
    command.addAll(List.of("-cp", cluster.sparkHome().resolve("jars") + "/*"));
    command.add("org.apache.spark.deploy." + mainClass);
    command.addAll(arguments);
    Path log = logs.resolve(mainClass + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(cluster.environment());
    processes.add(builder.start());
    return log;
  }

  /** Waits for a line in a log; what the group of the pattern is there. */
  private String await(Path log, String pattern) throws IOException {
    Pattern wanted = Pattern.compile(pattern);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline && processes.stream().allMatch(Process::isAlive)) {
      Matcher matcher = wanted.matcher(Files.readString(log));
      if (matcher.find()) {
        return matcher.group(1);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    throw new IOException("Spark's daemons did not start; expected " + pattern + " in " + log);
  }

  /** What applications connect to. */
  String address() {
    return address;
  }

  /** Both of them. */
  List<Process> processes() {
    return processes;
  }

  private void kill() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** After its application has ended. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // Exiting.
    }
    // The worker ends executors in order when it is told to end.
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).destroy();
      try {
        processes.get(i).waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    kill();
  }
}
