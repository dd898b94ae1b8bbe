package dev.uncork.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Frame;
import dev.uncork.scaling.law.Interval;

/** The scaling curve that was measured inside the run, as JSON. */
final class CurveJson {
  /** Stands for a unit where the profile itself had to serve. */
  private static final String SAMPLES = "samples";

  private CurveJson() {}

  static void add(CoreCurve curve, ObjectNode to) {
    if (curve.rounds() == 0) {
      to.putNull("curve");
      return;
    }
    ObjectNode node = to.putObject("curve");
    node.put("rounds", curve.rounds());
    curve
        .unit()
        .ifPresentOrElse(
            unit -> {
              node.put("unit", unit.unit().map(WorkUnit::label).orElse(SAMPLES));
              JsonReport.text(node, "counted", unit.name());
            },
            () -> {
              node.putNull("unit");
              node.putNull("counted");
            });
    node.put("fewCores", curve.known() ? (Integer) curve.fewCores() : null);
    ArrayNode points = node.putArray("points");
    for (CurvePoint point : curve.points()) {
      ObjectNode one = points.addObject().put("cores", point.cores());
      interval(point.speed(), one.putObject("speed"));
      interval(point.cost(), one.putObject("cost"));
      one.put("rounds", point.rounds());
      one.put("trusted", point.trusted());
    }
    interval(curve.burnt(), node.putObject("burntShare"));
    curve
        .best()
        .ifPresentOrElse(
            best -> {
              ObjectNode one = node.putObject("best").put("cores", best.cores());
              interval(best.speed(), one.putObject("speed"));
            },
            () -> node.putNull("best"));
    ArrayNode sites = node.putArray("sites");
    curve.burns().forEach(burn -> site(burn, sites.addObject()));
  }

  private static void site(Burn burn, ObjectNode node) {
    node.put("kind", burn.kind().label());
    JsonReport.text(node, "object", burn.object());
    JsonReport.text(node, "location", burn.site().map(Frame::toString).orElse(""));
    node.put("share", JsonReport.rounded(burn.share()));
    node.put(
        "growth",
        Double.isInfinite(burn.growth()) ? null : (Double) JsonReport.rounded(burn.growth()));
    JsonReport.strings(node.putArray("stack"), burn.stack().stream().map(Frame::toString).toList());
  }

  private static void interval(Interval interval, ObjectNode node) {
    node.put("low", JsonReport.rounded(interval.low()));
    node.put("value", JsonReport.rounded(interval.value()));
    if (Double.isInfinite(interval.high())) {
      node.putNull("high");
    } else {
      node.put("high", JsonReport.rounded(interval.high()));
    }
  }
}
