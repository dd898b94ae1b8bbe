package dev.uncork.benchmarks.prediction;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.words.PriceWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Predicts the journey of 2006 from recordings of the naive model checker, and writes
 * docs/results/journey.json, from which docs/journey.md quotes. Run by {@code ./bench journey}.
 */
public final class JourneyBenchmark {
  private JourneyBenchmark() {}

  /**
   * Predicts.
   *
   * @param args the file of hand-off costs, the file to write, and the recordings
   */
  public static void main(String[] args) throws IOException, NotPriceable {
    HandOffCosts costs =
        new ObjectMapper().readValue(Path.of(args[0]).toFile(), HandOffCosts.class);
    ResultFile file = new ResultFile("./bench journey", System.getProperty("java.vm.version"));
    List<PredictedJourney> journeys = new ArrayList<>();
    List<ProgramEstimate> estimates = new ArrayList<>();
    for (String recording : List.of(args).subList(2, args.length)) {
      Diagnosis diagnosis =
          Diagnosis.of(
              RecordingReader.read(Path.of(recording))
                  .recording()
                  .orElseThrow(() -> new IOException("nothing could be read from " + recording)));
      ProgramEstimate estimate = ProgramEstimate.of(diagnosis, costs, OptionalInt.empty());
      System.out.printf(
          Locale.ROOT,
          "%s: %.3g states/s with %d threads on %.1f cores, the model says %.3g; warnings: %s%n",
          recording,
          estimate.measured(),
          estimate.threads(),
          estimate.cores(),
          estimate.modelled(),
          PriceWords.doubts(estimate.doubts()));
      estimates.add(estimate);
      journeys.add(new PredictedJourney(estimate.forecast().workload()));
    }
    journeys.get(0).print(System.out);
    recorded(estimates, file);
    steps(journeys, file);
    demands(journeys, file);
    file.write(Path.of(args[1]));
  }

  private static void recorded(List<ProgramEstimate> estimates, ResultFile file) {
    List<String> warnings =
        estimates.stream().flatMap(e -> PriceWords.doubts(e.doubts()).stream()).distinct().toList();
    file.add(
        "recorded-throughput",
        "states/s",
        Spread.of(estimates.stream().map(ProgramEstimate::measured).toList()),
        Map.of("model", Spread.of(estimates.stream().map(ProgramEstimate::modelled).toList())),
        "the naive checker with two workers"
            + (warnings.isEmpty() ? "" : "; not to be trusted: " + String.join("; ", warnings)));
  }

  private static void steps(List<PredictedJourney> journeys, ResultFile file) {
    for (int i = 0; i < PredictedJourney.STEPS.size(); i++) {
      PredictedJourney.Step step = PredictedJourney.STEPS.get(i);
      int index = i;
      Map<String, Spread> against = new LinkedHashMap<>();
      if (step.published() > 0) {
        against.put("2006", Spread.exactly(step.published(), 1));
      }
      file.add(
          "journey-" + (i + 1) + "-scaled",
          "states/s",
          Spread.of(journeys.stream().map(j -> j.scaled(index)).toList()),
          against,
          step.name() + (i == 0 ? "; set to be as in 2006, as one processor's speed is" : ""));
      file.add(
          "journey-" + (i + 1) + "-here",
          "states/s",
          Spread.of(journeys.stream().map(j -> j.here(index)).toList()),
          Map.of(),
          step.name() + ", with the costs of this machine; then limits: " + limits(journeys, i));
    }
  }

  private static String limits(List<PredictedJourney> journeys, int step) {
    return String.join(
        " or ", journeys.stream().map(journey -> journey.limit(step)).distinct().toList());
  }

  private static void demands(List<PredictedJourney> journeys, ResultFile file) {
    for (String lock : journeys.get(0).locks()) {
      file.add(
          "demand-" + lock.substring(lock.lastIndexOf('.') + 1),
          "ns",
          Spread.of(journeys.stream().map(j -> j.demandSeconds(lock) * 1e9).toList()),
          Map.of(),
          "time that the lock needs for one state, hand-off included");
    }
  }
}
