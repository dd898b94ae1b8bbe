package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CurveLaw;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.report.next.NextStepWords;
import dev.uncork.report.words.CurveWords;
import dev.uncork.scaling.law.Interval;

/** The scaling curve that was measured inside the run, and how it might go on. */
final class CurveData {
  private static final double MOST = 1e6;

  private CurveData() {}

  /** Adds no points where there is no curve. */
  static void add(Diagnosis diagnosis, ObjectNode node) {
    CoreCurve curve = diagnosis.curve();
    ArrayNode points = node.putArray("points");
    node.put("rounds", curve.rounds());
    if (!curve.known()) {
      return;
    }
    node.put("about", CurveWords.assumption(curve));
    CurveWords.best(curve).ifPresent(text -> node.put("best", text));
    NextStepWords.fewerCores(diagnosis)
        .ifPresent(how -> node.put("command", String.join(" ", how.command())));
    node.put("few", curve.fewCores());
    for (CurvePoint point : curve.points()) {
      ObjectNode one = points.addObject().put("cores", point.cores());
      one.put("trusted", point.trusted());
      interval(point.speed(), one.putArray("speed"));
      interval(point.cost(), one.putArray("cost"));
    }
    CurveLaw.of(curve)
        .ifPresent(
            law -> {
              ArrayNode beyond = node.putArray("beyond");
              for (CurveLaw.Beyond each : law.points()) {
                ObjectNode one = beyond.addObject().put("cores", each.cores());
                interval(each.speed(), one.putArray("speed"));
              }
            });
  }

  private static void interval(Interval interval, ArrayNode to) {
    Resample.add(to, interval.low());
    Resample.add(to, interval.value());
    Resample.add(to, Math.min(MOST, interval.high()));
  }
}
