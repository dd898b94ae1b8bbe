package dev.uncork.report.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.report.words.PriceWords;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.LockDemand;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A prediction as JSON; see docs/json.md. */
public final class PredictionJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private PredictionJson() {}

  /** Writes it; without figures where an assumption is broken and the user doesn't insist. */
  public static void write(Prediction prediction, boolean insist, OutputStream to)
      throws IOException {
    ProgramEstimate estimate = prediction.estimate();
    boolean shown = insist || estimate.doubts().isEmpty();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("unit", estimate.counted() ? "operations/s" : "times the recorded speed");
    root.put("measured", measured(estimate));
    root.put(
        "measuredCurve", estimate.measuredCurve().stream().map(PredictionJson::measured).toList());
    root.put("handOffCalibrated", prediction.calibrated());
    root.put("warnings", PriceWords.doubts(estimate.doubts()));
    root.put("locks", estimate.forecast().workload().locks().stream().map(l -> lock(l)).toList());
    root.put("curve", shown ? curve(prediction.now()) : List.of());
    root.put("kneeThreads", shown ? prediction.knee() : 0);
    root.put("bottlenecks", shown ? bottlenecks(prediction.now()) : List.of());
    root.put(
        "remedies",
        shown ? prediction.remedies().stream().map(PredictionJson::gain).toList() : List.of());
    root.put(
        "journey",
        shown ? prediction.journey().stream().map(PredictionJson::step).toList() : List.of());
    to.write(MAPPER.writeValueAsBytes(root));
    to.write('\n');
  }

  private static Map<String, Object> measured(ProgramEstimate estimate) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("threads", estimate.threads());
    map.put("cores", estimate.cores());
    map.put("throughput", estimate.measured());
    map.put("modelled", estimate.modelled());
    map.put("cpuSeconds", estimate.forecast().workload().cpuSeconds());
    map.put("delaySeconds", estimate.forecast().workload().delaySeconds());
    map.put("backgroundCpuSeconds", estimate.forecast().workload().backgroundCpuSeconds());
    map.put("serialSeconds", estimate.forecast().workload().serialSeconds());
    return map;
  }

  private static Map<String, Object> measured(ProgramEstimate.Measured point) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("cores", point.cores());
    map.put("low", point.throughput().low());
    map.put("throughput", point.throughput().value());
    map.put("high", point.throughput().high());
    return map;
  }

  private static Map<String, Object> lock(LockDemand lock) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("lock", lock.name());
    map.put("visits", lock.visits());
    map.put("holdSeconds", lock.holdSeconds());
    map.put("passing", lock.handOff().passing().name().toLowerCase(Locale.ROOT));
    map.put("handOffSeconds", lock.handOff().seconds());
    map.put("signalSeconds", lock.handOff().signalSeconds());
    map.put("stripes", lock.stripes());
    map.put("capacity", lock.capacity());
    return map;
  }

  private static List<Map<String, @Nullable Object>> curve(List<Prediction.Point> points) {
    return points.stream()
        .map(
            point -> {
              Map<String, @Nullable Object> map = new LinkedHashMap<>();
              map.put("cores", point.cores());
              map.put("threads", point.threads());
              map.put("throughput", point.throughput());
              map.put(
                  "simulated",
                  point.simulated().isPresent() ? point.simulated().getAsDouble() : null);
              return map;
            })
        .toList();
  }

  private static List<Map<String, Object>> bottlenecks(List<Prediction.Point> points) {
    return points.stream()
        .map(
            point -> {
              ClosedNetwork.Load load = point.bottleneck();
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("cores", point.cores());
              map.put("resource", load.resource().name().toLowerCase(Locale.ROOT));
              map.put("lock", load.name());
              map.put("utilisation", Math.min(1, load.utilisation()));
              return map;
            })
        .toList();
  }

  private static Map<String, Object> gain(Prediction.Gain gain) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("remedy", gain.remedy().label());
    map.put("lock", gain.remedy().lock());
    map.put("cores", gain.cores());
    map.put("gain", gain.gain());
    return map;
  }

  private static Map<String, Object> step(Prediction.Step step) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("remedy", step.remedy().label());
    map.put("lock", step.remedy().lock());
    map.put("curve", curve(step.curve()));
    map.put("bottlenecks", bottlenecks(step.curve()));
    return map;
  }
}
