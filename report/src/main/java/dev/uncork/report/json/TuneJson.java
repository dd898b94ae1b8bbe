package dev.uncork.report.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Effect;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.words.PriceWords;
import dev.uncork.report.words.TuneAccount;
import dev.uncork.report.words.TuneWords;
import dev.uncork.scaling.law.Interval;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The journey of a tuning as JSON. */
public final class TuneJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private TuneJson() {}

  /**
   * Writes it.
   *
   * @param occasion of the measurement
   */
  public static void write(TuneAccount account, Occasion occasion, OutputStream to)
      throws IOException {
    TuneResult result = account.result();
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("command", occasion.command());
    root.put("date", occasion.date().toString());
    root.put("cpus", occasion.cpus());
    root.put("unit", account.unit());
    root.put("plan", account.plan());
    root.put("stopReason", TuneWords.stopped(result));
    root.put("remarks", TuneWords.remarks(result));
    root.put("notPossibleHere", account.refusals());
    root.put("baseline", result.baseline().orElse(null));
    root.put("throughput", result.throughput());
    root.put("comparison", result.comparison().map(TuneJson::comparison).orElse(null));
    root.put("steps", result.steps().stream().map(TuneJson::step).toList());
    root.put("attempts", result.attempts().stream().map(TuneJson::attempt).toList());
    root.put("notReached", result.notReached().stream().map(TuneJson::notReached).toList());
    root.put("best", result.best().changes().stream().map(TuneJson::change).toList());
    root.put("findingBefore", result.first().finding());
    root.put("finding", result.last().finding());
    root.put("coresBusyShare", result.last().busyShare());
    root.put("adviceBefore", result.first().advice().stream().map(TuneJson::advice).toList());
    root.put("advice", result.last().advice().stream().map(TuneJson::advice).toList());
    root.put("predicted", account.outlook().points().stream().map(TuneJson::predicted).toList());
    root.put("predictedRemark", PriceWords.missing(account.outlook()));
    to.write(MAPPER.writeValueAsBytes(root));
    to.write('\n');
  }

  private static Map<String, @Nullable Object> comparison(TuneResult.Comparison comparison) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("before", comparison.before());
    map.put("after", comparison.after());
    map.put("gain", interval(comparison.gain()));
    map.put("pairs", comparison.pairs());
    return map;
  }

  private static Map<String, @Nullable Object> step(TuneResult.Step step) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("done", step.attempt().change().text());
    map.put("throughput", step.throughput());
    map.put("factor", 1 + step.attempt().gain().map(Interval::value).orElse(0.0));
    map.put("attempt", attempt(step.attempt()));
    return map;
  }

  private static Map<String, @Nullable Object> attempt(Attempt attempt) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("lever", attempt.lever().name());
    map.put("remedy", attempt.lever().kind().label());
    map.put("why", TuneWords.why(attempt.lever().why()));
    map.put("change", change(attempt.change()));
    map.put("decision", attempt.decision().label());
    map.put("reason", TuneWords.grounds(attempt));
    map.put("gain", attempt.gain().map(TuneJson::interval).orElse(null));
    map.put(
        "predictedGain",
        attempt.predictedGain().isPresent() ? attempt.predictedGain().getAsDouble() : null);
    map.put("pairs", attempt.pairs());
    return map;
  }

  private static Map<String, @Nullable Object> notReached(Lever lever) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("lever", lever.name());
    map.put("remedy", lever.kind().label());
    map.put("asked", lever.asked());
    map.put("why", TuneWords.why(lever.why()));
    map.put("changes", lever.values().stream().map(TuneJson::change).toList());
    map.put(
        "predictedGain",
        lever.predictedGain().isPresent() ? lever.predictedGain().getAsDouble() : null);
    return map;
  }

  private static Map<String, Object> predicted(Prediction.Point point) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("cores", point.cores());
    map.put("throughput", point.throughput().value());
    map.put("low", point.throughput().low());
    map.put("high", point.throughput().high());
    return map;
  }

  /** An end that nothing is known about is null. */
  private static Map<String, @Nullable Double> interval(Interval interval) {
    Map<String, @Nullable Double> map = new LinkedHashMap<>();
    map.put("value", interval.value());
    map.put("low", Double.isFinite(interval.high()) ? interval.low() : null);
    map.put("high", Double.isFinite(interval.high()) ? interval.high() : null);
    return map;
  }

  private static Map<String, Object> change(Change change) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("lever", change.lever());
    map.put("value", change.value());
    map.put("jvmOptions", change.jvmOptions());
    map.put("fill", change.fills());
    map.put("uncork", change.remedies());
    map.put("spark", change.settings());
    if (change.effect() instanceof Effect.Together together) {
      map.put("parts", together.parts().stream().map(TuneJson::change).toList());
    }
    return map;
  }

  private static Map<String, Object> advice(Advice advice) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("remedy", advice.remedy().label());
    map.put("subject", advice.subject());
    map.put("location", advice.location());
    map.put("text", TuneWords.advice(advice.remedy()));
    map.put("predictedGain", advice.predictedGain());
    return map;
  }
}
