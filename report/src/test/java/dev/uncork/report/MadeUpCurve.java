package dev.uncork.report;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.NextStep;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.diagnosis.curve.CurveUnit;
import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Frame;
import dev.uncork.scaling.law.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A curve made up for tests: a program of 16 cores that is fastest on two. */
public final class MadeUpCurve {
  private static final int[] CORES = {1, 2, 4, 8, 16};
  private static final double[] SPEEDS = {1.67, 1.63, 1.34, 1.08, 1};
  private static final double[] COSTS = {0.9, 1, 2.4, 4.1, 7.6};

  private MadeUpCurve() {}

  /** The same diagnosis with this curve, which is what it says first. */
  public static Diagnosis with(Diagnosis plain) {
    CoreCurve curve = curve();
    Finding verdict = new Finding.Burning(curve.burns().get(0), 2, 16, 0.34, 0.52);
    return new Diagnosis(
        plain.recording(),
        verdict,
        List.of(verdict),
        plain.cores(),
        plain.ledger().withBurnt(curve.burnt().value(), curve.burns()),
        curve,
        plain.locks(),
        plain.topLockGain(),
        plain.phases(),
        plain.process(),
        plain.progress(),
        plain.limits(),
        NextStep.UPDATE_APART);
  }

  public static CoreCurve curve() {
    List<CurvePoint> points = new ArrayList<>();
    for (int i = 0; i < CORES.length; i++) {
      points.add(
          new CurvePoint(
              CORES[i],
              i == CORES.length - 1 ? new Interval(1, 1, 1) : around(SPEEDS[i]),
              i == 1 ? new Interval(1, 1, 1) : around(COSTS[i]),
              9,
              i > 0));
    }
    CurveUnit unit = new CurveUnit(Optional.of(WorkUnit.COUNTER), "com.acme.Shop.sold");
    List<Burn> burns =
        List.of(
            burn(FindingKind.ATOMIC_RETRIES, "Shop.BOOK", "com.acme.Shop.sell", 0.48, 9.3),
            burn(FindingKind.SHARED_LINE, "Shop.counts", "com.acme.Shop.count", 0.2, 108),
            burn(FindingKind.SPINNING, "", "com.acme.Gate.await", 0.1, Double.POSITIVE_INFINITY));
    return new CoreCurve(Optional.of(unit), 9, points, 2, burns);
  }

  private static Interval around(double value) {
    return new Interval(0.94 * value, value, 1.05 * value);
  }

  private static Burn burn(
      FindingKind kind, String object, String method, double share, double growth) {
    String file = method.replaceFirst(".*\\.(\\w+)\\.\\w+$", "$1.java");
    Frame site = Frame.parse(method + "(" + file + ":14)");
    return new Burn(
        kind,
        object,
        Optional.of(site),
        share,
        growth,
        List.of(site, Frame.parse("com.acme.Worker.run(Worker.java:30)")));
  }
}
