package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Where the time of a workload goes with each shuffle, from Spark's event log: {@link BlockedTime}.
 */
final class BlockedTimePart {
  private static final int WARM_UPS = 3;
  private static final int SLOTS_OF_EXECUTOR = 1;

  private final Cluster cluster;
  private final String name;
  private final List<String> workload;
  private final ResultFile result;

  BlockedTimePart(Cluster cluster, String name, List<String> workload, ResultFile result) {
    this.cluster = cluster;
    this.name = name;
    this.workload = workload;
    this.result = result;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-18s %8s %8s %7s %10s %6s %6s %6s %6s  %s",
            name,
            "job ms",
            "tasks ms",
            "CPU",
            "computing",
            "fetch",
            "write",
            "GC",
            "other",
            "job shorter at most without fetch wait, write, GC"));
  }

  /** Times of one round. */
  private record Round(double jobMillis, BlockedTime blocked) {
    double share(ToDoubleFunction<TaskTimes> part) {
      TaskTimes total = blocked.total();
      return total.all() == 0 ? 0 : part.applyAsDouble(total) / total.all();
    }
  }

  /**
   * Runs the workload on a cluster of its own.
   *
   * @param transport its name in figures
   * @param settings of Spark's, that choose it
   */
  void run(String transport, List<String> settings, int rounds) throws IOException {
    Path events = Files.createTempDirectory("shuffle-events");
    List<String> all = new ArrayList<>(settings);
    all.add("spark.eventLog.enabled=true");
    all.add("spark.eventLog.dir=" + events.toUri());
    all.add("spark.eventLog.rolling.enabled=false");
    all.add("spark.eventLog.compress=false");
    List<Long> starts = new ArrayList<>();
    List<Double> jobMillis = new ArrayList<>();
    try (ClusterSide side = ClusterSide.start(cluster, transport, workload, all)) {
      for (int round = 1 - WARM_UPS; round <= rounds; round++) {
        long start = System.currentTimeMillis();
        JsonNode run = side.run();
        if (round >= 1) {
          starts.add(start);
          jobMillis.add(run.path("elapsedMillis").asDouble());
        }
      }
      starts.add(System.currentTimeMillis());
    }
    Path log;
    try (Stream<Path> files = Files.list(events)) {
      log = files.findFirst().orElseThrow();
    }
    List<Round> measured = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      int slots = cluster.executors() * SLOTS_OF_EXECUTOR;
      measured.add(
          new Round(
              jobMillis.get(i), BlockedTime.read(log, starts.get(i), starts.get(i + 1), slots)));
    }
    tell(transport, measured);
  }

  private void tell(String transport, List<Round> rounds) {
    Spread job = spread(rounds, Round::jobMillis);
    Map<String, Spread> shares = new LinkedHashMap<>();
    shares.put("computing", spread(rounds, round -> round.share(TaskTimes::computing)));
    shares.put("fetch wait", spread(rounds, round -> round.share(TaskTimes::fetchWait)));
    shares.put("shuffle write", spread(rounds, round -> round.share(TaskTimes::write)));
    shares.put("GC", spread(rounds, round -> round.share(TaskTimes::gc)));
    shares.put(
        "scheduling and tasks' own serialization",
        spread(rounds, round -> round.share(times -> times.scheduling() + times.serialization())));
    Spread cpu = spread(rounds, round -> round.share(TaskTimes::cpu));
    Spread tasks = spread(rounds, round -> round.blocked().total().all());
    Spread withoutFetch = gain(rounds, TaskTimes::fetchWait);
    Spread withoutWrite = gain(rounds, TaskTimes::write);
    Spread withoutGc = gain(rounds, TaskTimes::gc);
    List<Spread> columns = List.copyOf(shares.values());
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-18s %8.0f %8.0f %6.0f%% %9.0f%% %5.0f%% %5.0f%% %5.0f%% %5.0f%%  %.0f%%, %.0f%%, %.0f%%",
            transport,
            job.median(),
            tasks.median(),
            100 * cpu.median(),
            100 * columns.get(0).median(),
            100 * columns.get(1).median(),
            100 * columns.get(2).median(),
            100 * columns.get(3).median(),
            100 * columns.get(4).median(),
            100 * withoutFetch.median(),
            100 * withoutWrite.median(),
            100 * withoutGc.median()));
    result.add(
        name + "-write-bound-" + transport + cluster.kind().suffix(),
        "share",
        withoutWrite,
        Map.of("without fetch wait", withoutFetch, "without GC", withoutGc),
        String.format(
            Locale.ROOT,
            "by how much the job would be shorter at most if writing map outputs took no time"
                + " (blocked-time analysis); job %.0f ms, %s, %s; shares of the tasks' %.0f ms: %s;"
                + " CPU of the tasks' threads %.0f %%",
            job.median(),
            String.join(" ", workload),
            cluster.title(),
            tasks.median(),
            percents(shares),
            100 * cpu.median()));
  }

  private static Spread gain(List<Round> rounds, ToDoubleFunction<TaskTimes> wait) {
    return spread(rounds, round -> round.blocked().gainWithout(wait));
  }

  private static Spread spread(List<Round> rounds, ToDoubleFunction<Round> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }

  private static String percents(Map<String, Spread> shares) {
    List<String> words = new ArrayList<>();
    shares.forEach(
        (what, share) ->
            words.add(String.format(Locale.ROOT, "%s %.0f %%", what, 100 * share.median())));
    return String.join(", ", words);
  }
}
