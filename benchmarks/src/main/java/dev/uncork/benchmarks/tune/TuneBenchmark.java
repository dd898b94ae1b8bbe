package dev.uncork.benchmarks.tune;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.diagnosis.tune.PairedTest;
import dev.uncork.scaling.law.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures {@code uncork tune}; run by {@code ./bench tune}, which gets the real programs. */
@Command(
    footer = {
      "",
      "Parts: false-keep, journey, unchanged, h2, lucene, logback, javac, kept (20 further runs with",
      "and without each remedy that the latest tunings kept); noise and noise-shared record",
      "benchmarks/src/tune/noise.json again, only when asked for.",
      "In pieces of at most 5 minutes: --only PART --budget 200."
    })
public final class TuneBenchmark implements Callable<Integer> {
  private static final int LOOPS = 200;
  private static final int NOISE_RUNS = 50;

  private final Path noiseFile = Path.of("benchmarks/src/tune/noise.json");
  private final Path resultFile = Path.of("docs/results/tune.json");
  private final Path installation = Path.of("dist/target/uncork").toAbsolutePath();
  private final Programs programs =
      new Programs(Path.of("benchmarks/target/tune").toAbsolutePath(), installation);
  private final ResultFile results =
      new ResultFile("./bench tune", System.getProperty("java.version"));

  @Option(names = "--only", paramLabel = "PART", description = "One of those below.")
  private String only = "";

  @Option(names = "--budget", paramLabel = "SECONDS", description = "Of each tuning.")
  private int budgetSeconds = 280;

  @Option(names = "--pairs", paramLabel = "N", description = "Of each check.")
  private int pairs = 10;

  private TuneBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("tune", new TuneBenchmark(), args);
  }

  private boolean wanted(String part) {
    return only.isEmpty() || only.equals(part);
  }

  @Override
  public Integer call() throws Exception {
    if (only.startsWith("noise")) {
      // Recorded only when asked for: "noise" on a quiet machine, "noise-shared" on a busy one.
      Noise.record(noiseFile, only.substring("noise".length()), NOISE_RUNS, programs.noisy());
      return 0;
    }
    if (wanted("false-keep")) {
      falseKeep();
    }
    if (wanted("journey")) {
      journey();
    }
    if (wanted("unchanged")) {
      unchanged();
    }
    for (Program program : programs.real()) {
      if (wanted(program.name())) {
        real(program);
      }
    }
    if (wanted("kept")) {
      kept();
    }
    results.write(resultFile, true);
    return 0;
  }

  private void falseKeep() throws IOException {
    Noise noise = Noise.read(noiseFile);
    FalseKeep.Outcome none = FalseKeep.simulate(noise, LOOPS, 1, 1);
    results.add(
        "false-keep-rate",
        "of loops",
        Spread.exactly(none.share(), none.loops()),
        Map.of(),
        "to reach: at most 0.05; simulated loops with 8 levers without any effect, on noise recorded"
            + " on a machine of this kind (benchmarks/src/tune/noise.json)");
    for (double effect : new double[] {1.05, 1.1, 1.3}) {
      FalseKeep.Outcome found = FalseKeep.simulate(noise, LOOPS, effect, 2);
      results.add(
          "found-rate-" + Math.round(100 * (effect - 1)) + "-percent",
          "of loops",
          Spread.exactly(found.share(), found.loops()),
          Map.of(),
          "the same with one of the 8 levers gaining that much");
    }
  }

  private void journey() throws Exception {
    Program program = programs.journey();
    JsonNode tuned = tune(program);
    Way start = Way.start(program);
    Way best = best(program, tuned, List.of());
    int cpus = Runtime.getRuntime().availableProcessors();
    List<Way> hands =
        List.of(start.filled(programs.handTuned(cpus)), start.filled(programs.handTuned(2 * cpus)));
    List<List<Double>> byHand = List.of(new ArrayList<>(), new ArrayList<>());
    List<Double> ours = new ArrayList<>();
    List<Double> gains = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      double before = rate(program, start);
      // What a hand would try too: a worker for each processor, and more of them.
      for (int each = 0; each < hands.size(); each++) {
        byHand.get(each).add(rate(program, hands.get(each)));
      }
      ours.add(rate(program, best));
      gains.add(ours.get(i) / before);
    }
    boolean few = Spread.of(byHand.get(0)).median() >= Spread.of(byHand.get(1)).median();
    List<Double> hand = byHand.get(few ? 0 : 1);
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      shares.add(ours.get(i) / hand.get(i));
    }
    results.add(
        "journey-share-of-hand-tuned",
        "",
        Spread.of(shares),
        Map.of("hand-tuned, states/s", Spread.of(hand), "tuned, states/s", Spread.of(ours)),
        "to reach: at least 0.95; " + describe(tuned));
    results.add(
        "journey-gain",
        "x",
        Spread.of(gains),
        Map.of(),
        "throughput of what was kept against the program as it came, in further runs");
    results.write(resultFile, true); // What was measured stays, even if the rest fails.
    predict384(program);
  }

  /** The final state on 384 cores, by a longer run of it than the tuning has time for. */
  private void predict384(Program program) throws Exception {
    Path recording = work.resolve("journey.jfr");
    Path json = work.resolve("journey-predicted.json");
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            installation.resolve("bin/uncork").toString(),
            "run",
            "--quiet",
            "--demand", // Its locks may be too cool for Uncork to measure that by itself.
            "--progress",
            "states/sec: (\\d+)",
            "--out",
            recording.toString(),
            "--plan",
            work.resolve(program.name() + ".plan").toString(),
            "--"));
    List<String> longer = new ArrayList<>(program.command());
    longer.set(longer.indexOf("--size") + 1, "11");
    words.addAll(longer);
    run(words);
    run(
        List.of(
            installation.resolve("bin/uncork").toString(),
            "predict",
            recording.toString(),
            "--cores",
            "2,8,64,384",
            "--anyway",
            "--json",
            json.toString()));
    JsonNode predicted = new ObjectMapper().readTree(json.toFile());
    for (JsonNode point : predicted.path("curve")) {
      if (point.path("cores").asInt() == 384) {
        JsonNode band = point.path("throughput");
        double value = band.path("value").asDouble();
        results.add(
            "journey-predicted-384",
            "states/s",
            new Spread(value, band.path("low").asDouble(), band.path("high").asDouble(), 1),
            Map.of(),
            "the final state on 384 cores by the scaling model, with its band; limited by "
                + bottleneck(predicted)
                + warnings(predicted));
      }
    }
  }

  private static String bottleneck(JsonNode predicted) {
    for (JsonNode each : predicted.path("bottlenecks")) {
      if (each.path("cores").asInt() == 384) {
        return each.path("lock").asText().isEmpty()
            ? "the cores"
            : "the lock " + each.path("lock").asText();
      }
    }
    return "what isn't known";
  }

  private static String warnings(JsonNode predicted) {
    List<String> all = new ArrayList<>();
    predicted.path("warnings").forEach(warning -> all.add(warning.asText()));
    return all.isEmpty() ? "" : "; not to be trusted: " + String.join("; ", all);
  }

  private static void run(List<String> words) throws Exception {
    int exitCode = new ProcessBuilder(words).inheritIO().start().waitFor();
    if (exitCode != 0) {
      throw new IOException(String.join(" ", words) + " ended with " + exitCode);
    }
  }

  private void unchanged() throws Exception {
    int changed = 0;
    List<Program> all = programs.healthy();
    List<String> names = new ArrayList<>();
    for (Program program : all) {
      JsonNode tuned = tune(program);
      changed += tuned.path("steps").isEmpty() ? 0 : 1;
      names.add(program.name() + ": " + describe(tuned));
    }
    results.add(
        "unchanged-without-a-problem",
        "of programs",
        Spread.exactly((all.size() - changed) / (double) all.size(), all.size()),
        Map.of(),
        "to reach: at least 1; " + String.join("; ", names));
  }

  private void real(Program program) throws Exception {
    JsonNode tuned = tune(program);
    if (tuned.path("steps").isEmpty()) {
      results.add(
          program.name() + "-gain",
          "x",
          Spread.exactly(1, 1),
          Map.of(),
          "nothing was kept, so nothing is changed; " + describe(tuned));
      return;
    }
    List<Double> gains = ratios(program, Way.start(program), best(program, tuned, List.of()));
    results.add(
        program.name() + "-gain",
        "x",
        Spread.of(gains),
        Map.of(),
        "checked in " + 2 * pairs + " further runs; " + describe(tuned));
  }

  /**
   * Whether what was kept is a loss after all: for each remedy kept by the latest tunings, also
   * when it was kept together with others, runs of the tuned program with it and without it.
   */
  private void kept() throws Exception {
    List<Program> all = new ArrayList<>(List.of(programs.journey()));
    all.addAll(programs.real());
    int checked = 0;
    int lost = 0;
    for (Program program : all) {
      Path json = work.resolve(program.name() + ".json");
      JsonNode tuned =
          Files.exists(json) ? new ObjectMapper().readTree(json.toFile()) : tune(program);
      Way with = best(program, tuned, List.of());
      for (JsonNode step : tuned.path("steps")) {
        for (String lever : levers(step.path("attempt").path("change"))) {
          Way without = best(program, tuned, List.of(lever));
          if (without.equals(with)) {
            continue; // a later step took its place
          }
          checked++;
          lost += isLoss(program, lever, without, with, step.path("done").asText()) ? 1 : 0;
        }
      }
    }
    results.add(
        "kept-shown-to-be-a-loss",
        "remedies",
        Spread.exactly(lost, Math.max(1, checked)),
        Map.of(),
        "to reach: at most 0; of " + checked + " kept, each in " + 2 * pairs + " further runs");
  }

  private boolean isLoss(Program program, String lever, Way without, Way with, String keptAs)
      throws Exception {
    List<Double> gains = ratios(program, without, with);
    PairedTest test = new PairedTest(0.05, Math.max(3, pairs));
    gains.forEach(gain -> test.add(1, gain));
    Interval gain = test.gain().orElseThrow();
    boolean isLoss = gain.high() < 0;
    results.add(
        "kept-" + program.name() + "-" + lever.replace(' ', '-'),
        "x",
        Spread.of(gains),
        Map.of(),
        String.format(
            Locale.ROOT,
            "the tuned program with it against without it, %d further runs: %+.1f %% to %+.1f %%,"
                + " %s; kept as: %s",
            2 * pairs,
            100 * gain.low(),
            100 * gain.high(),
            isLoss ? "a loss" : "no loss",
            keptAs));
    return isLoss;
  }

  private static List<String> levers(JsonNode change) {
    List<String> levers = new ArrayList<>();
    change.path("parts").forEach(part -> levers.add(part.path("lever").asText()));
    return levers.isEmpty() ? List.of(change.path("lever").asText()) : levers;
  }

  private Way best(Program program, JsonNode tuned, List<String> withoutLevers) {
    return Way.start(program).with(tuned.path("best"), withoutLevers, work.toString());
  }

  private double rate(Program program, Way way) throws Exception {
    return program.rate(way, installation.resolve("bin/uncork").toString());
  }

  /** Pairs of runs in turns; how much faster each run of the second way was. */
  private List<Double> ratios(Program program, Way before, Way after) throws Exception {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      boolean flip = i % 2 == 1;
      double one = rate(program, flip ? after : before);
      double two = rate(program, flip ? before : after);
      ratios.add(flip ? one / two : two / one);
    }
    return ratios;
  }

  private static String describe(JsonNode tuned) {
    List<String> steps = new ArrayList<>();
    tuned.path("steps").forEach(step -> steps.add(step.path("done").asText()));
    List<String> dropped = new ArrayList<>();
    tuned
        .path("attempts")
        .forEach(
            attempt -> {
              if (!attempt.path("decision").asText().equals("kept")) {
                dropped.add(attempt.path("lever").asText());
              }
            });
    return "found: "
        + tuned.path("findingBefore").asText()
        + "; kept: "
        + (steps.isEmpty() ? "nothing" : String.join(", ", steps))
        + "; tried and dropped: "
        + (dropped.isEmpty() ? "nothing" : String.join(", ", dropped.stream().distinct().toList()))
        + "; stopped: "
        + tuned.path("stopReason").asText();
  }

  private final Path work = Path.of("benchmarks/target/tune-work").toAbsolutePath();

  private JsonNode tune(Program program) throws Exception {
    Files.createDirectories(work);
    Path json = work.resolve(program.name() + ".json");
    Files.deleteIfExists(json);
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            installation.resolve("bin/uncork").toString(),
            "tune",
            "--fresh",
            "--budget=" + budgetSeconds + "s",
            "--plan=" + work.resolve(program.name() + ".plan"),
            "--state=" + work.resolve(program.name() + ".state.json"),
            "--json=" + json,
            "--html=" + work.resolve(program.name() + ".html")));
    words.addAll(program.tuneWords());
    run(words);
    return new ObjectMapper().readTree(json.toFile());
  }
}
