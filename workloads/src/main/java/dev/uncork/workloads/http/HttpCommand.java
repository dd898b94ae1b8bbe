package dev.uncork.workloads.http;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The subcommand {@code http}: server and load generator in one process. */
@Command(
    name = "http",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "A small web application on the JDK's server under load on the loopback device.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  http --seconds 10",
      "  http --requests 100000 --connections 32 --sessions concurrent --access-log concurrent"
    },
    showDefaultValues = true)
public final class HttpCommand implements Callable<Integer> {
  private static final int SESSION_LIMIT = 10_000;
  private static final int VISITORS = 20_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--seconds", defaultValue = "10", description = "At most so long.")
  private double seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "0",
      description = "Seconds at the beginning that latencies and the lock's figures leave out.")
  private double warmUp;

  @Option(
      names = "--requests",
      defaultValue = "1000000000",
      description = "At most so many requests.")
  private long requests;

  @Option(names = "--server-threads", defaultValue = "8", description = "Threads that serve.")
  private int serverThreads;

  @Option(
      names = "--connections",
      defaultValue = "16",
      description = "Connections, each with a request under way.")
  private int connections;

  @Option(names = "--page-rows", defaultValue = "32", description = "Rows in a page.")
  private int pageRows;

  @Option(
      names = "--sessions",
      defaultValue = "locked",
      description = "Cache of sessions: ${COMPLETION-CANDIDATES}.")
  private PartKind sessions = PartKind.LOCKED;

  @Option(
      names = "--access-log",
      defaultValue = "locked",
      description = "Access log: ${COMPLETION-CANDIDATES}.")
  private PartKind accessLog = PartKind.LOCKED;

  @Option(
      names = "--rate",
      defaultValue = "locked",
      description = "Rate counter: ${COMPLETION-CANDIDATES}.")
  private PartKind rate = PartKind.LOCKED;

  @Override
  public Integer call() throws IOException, InterruptedException {
    require("--seconds", seconds, 0.1, 86_400);
    require("--warm-up", warmUp, 0, seconds);
    require("--requests", requests, 1, 1e15);
    require("--server-threads", serverThreads, 1, 10_000);
    require("--connections", connections, 1, 200); // the JDK's server keeps 200 idle ones
    require("--page-rows", pageRows, 0, 100_000);
    Path log = Files.createTempFile("access-", ".log");
    try {
      return run(log);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private int run(Path logFile) throws IOException, InterruptedException {
    RateCounter counter = RateCounter.create(rate);
    Histogram latencies;
    long warmNanos = System.nanoTime() + (long) (warmUp * 1e9);
    LockFigures lock = new LockFigures(warmNanos);
    long answered;
    double took;
    AccessLog log = AccessLog.create(accessLog, logFile, lock);
    try (log;
        WebApplication application =
            WebApplication.start(
                serverThreads,
                SessionCache.create(sessions, SESSION_LIMIT),
                log,
                counter,
                pageRows)) {
      long start = System.nanoTime();
      LoadGenerator load =
          new LoadGenerator(
              application.address(), connections, VISITORS, requests, seconds, warmNanos);
      ScheduledExecutorService reporter = report(load);
      try {
        latencies = load.run();
      } finally {
        reporter.shutdownNow();
      }
      took = (System.nanoTime() - start) / 1e9;
      answered = load.answered();
    }
    print(latencies);
    if (accessLog != PartKind.CONCURRENT) {
      double counted = Math.max(1e-3, took - warmUp);
      spec.commandLine().getOut().println("Access log's lock: " + lock.in(counted));
    }
    return print(answered, took, counter.total(), lines(logFile));
  }

  private static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  private ScheduledExecutorService report(LoadGenerator load) {
    ScheduledExecutorService reporter =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    PrintWriter out = spec.commandLine().getOut();
    long[] last = {0, System.nanoTime()};
    reporter.scheduleAtFixedRate(
        () -> {
          long count = load.answered();
          long now = System.nanoTime();
          out.println("requests/sec: " + (long) ((count - last[0]) * 1e9 / (now - last[1])));
          out.flush();
          last[0] = count;
          last[1] = now;
        },
        1,
        1,
        TimeUnit.SECONDS);
    return reporter;
  }

  private void print(Histogram latencies) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        String.format(
            Locale.ROOT,
            "Latency: median %.0f us, 90%% %.0f us, 99%% %.0f us, 99.9%% %.0f us, most %.0f us",
            latencies.getValueAtPercentile(50) / 1e3,
            latencies.getValueAtPercentile(90) / 1e3,
            latencies.getValueAtPercentile(99) / 1e3,
            latencies.getValueAtPercentile(99.9) / 1e3,
            latencies.getMaxValue() / 1e3));
  }

  private int print(long answered, double took, long counted, long logged) {
    PrintWriter out = spec.commandLine().getOut();
    boolean right = counted == answered && logged == answered;
    out.println(
        String.format(
            Locale.ROOT,
            "%s: %d requests answered, %d counted, %d logged, %.2f seconds, %d requests/s",
            right ? "OK" : "WRONG",
            answered,
            counted,
            logged,
            took,
            Math.round(answered / took)));
    out.flush();
    return right ? 0 : 1;
  }

  private void require(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format(
              Locale.ROOT, "%s is %s, expected %.1f to %.0f", option, value, least, most));
    }
  }
}
