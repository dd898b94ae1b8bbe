package dev.uncork.report.html;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.next.ShellWords;
import dev.uncork.report.words.PriceWords;
import dev.uncork.report.words.TuneAccount;
import dev.uncork.report.words.TuneWords;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import java.util.Locale;
import java.util.OptionalDouble;

/** The journey of {@code uncork tune} as one HTML file that works offline. */
public final class TunePage {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int LONGEST = 2000;

  private TunePage() {}

  /** The whole file. */
  public static byte[] of(TuneAccount account) {
    return Page.of("Uncork tune", Assets.text("tune.html"), data(account));
  }

  private static ObjectNode data(TuneAccount account) {
    TuneResult result = account.result();
    ObjectNode root = MAPPER.createObjectNode();
    root.put("page", "tune");
    root.putArray("strings");
    root.put("unit", account.unit());
    root.put("command", shown(ShellWords.joined(account.command())));
    root.put("plan", shown(account.plan()));
    root.put("summary", summary(result, account.unit()));
    root.put("tone", result.steps().isEmpty() ? "unsure" : "good");
    root.put("stopped", shown(TuneWords.stopped(result)));
    root.put("before", shown(result.first().finding()));
    root.put("remains", shown(result.last().finding()));
    steps(result, root.putArray("steps"));
    ArrayNode dropped = root.putArray("dropped");
    for (Attempt attempt : result.attempts()) {
      if (attempt.decision() != Attempt.Decision.KEPT) {
        attempt(attempt, dropped.addObject());
      }
    }
    ArrayNode advice = root.putArray("advice");
    result.last().advice().forEach(each -> advice(each, advice.addObject()));
    ArrayNode curve = root.putArray("curve");
    for (Prediction.Point point : account.outlook().points()) {
      Interval band = point.throughput();
      curve.addArray().add(point.cores()).add(band.low()).add(band.value()).add(band.high());
    }
    root.put("curveRemark", shown(PriceWords.missing(account.outlook())));
    ArrayNode notes = root.putArray("notes");
    result
        .notReached()
        .forEach(l -> notes.add(shown("Not reached: " + TuneWords.notReached(l, result))));
    account.refusals().forEach(line -> notes.add(shown("Can't be tried here: " + line)));
    TuneWords.remarks(result).forEach(line -> notes.add(shown(line)));
    account.notes().forEach(line -> notes.add(shown(line)));
    return root;
  }

  private static void steps(TuneResult result, ArrayNode steps) {
    double first = result.baseline().map(MedianInterval::median).orElse(0.0);
    if (first <= 0) {
      return;
    }
    steps.addObject().put("done", "as it was").put("throughput", first).put("total", 1.0);
    for (TuneResult.Step step : result.steps()) {
      ObjectNode node = steps.addObject();
      attempt(step.attempt(), node);
      node.put("throughput", step.throughput());
      node.put("total", step.throughput() / first);
    }
  }

  private static void attempt(Attempt attempt, ObjectNode node) {
    node.put("done", shown(attempt.change().text()));
    node.put("why", shown(TuneWords.why(attempt.lever().why())));
    node.put("decision", attempt.decision().label());
    node.put("reason", shown(TuneWords.grounds(attempt)));
    OptionalDouble predicted = attempt.predictedGain();
    if (predicted.isPresent()) {
      node.put("predicted", predicted.getAsDouble());
    }
    attempt.gain().map(Interval::value).ifPresent(gain -> node.put("factor", 1 + gain));
  }

  private static void advice(Advice advice, ObjectNode node) {
    node.put("remedy", advice.remedy().label());
    node.put("subject", shown(advice.subject()));
    node.put("location", shown(advice.location()));
    node.put("text", shown(TuneWords.advice(advice.remedy())));
    node.put("predicted", advice.predictedGain());
  }

  private static String summary(TuneResult result, String unit) {
    if (result.baseline().isEmpty()) {
      return "The program could not be measured.";
    }
    if (result.steps().isEmpty()) {
      return TuneWords.nothingKept(result);
    }
    return result
        .comparison()
        .map(
            c ->
                String.format(
                    Locale.ROOT,
                    "%.2f times as fast, checked side by side in %d pairs of runs: %,.0f %s in"
                        + " place of %,.0f.",
                    1 + c.gain().value(),
                    c.pairs(),
                    c.after(),
                    unit,
                    c.before()))
        .orElseGet(
            () -> "What was kept is proven step by step; there was no time to check the whole.");
  }

  private static String shown(String text) {
    return Strings.shown(text, LONGEST);
  }
}
