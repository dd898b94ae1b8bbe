package dev.uncork.diagnosis.curve;

import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.Observation;
import dev.uncork.scaling.law.ScalingLaw;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The measured curve carried on to more cores by the Universal Scalability Law: what the program
 * would do if nothing but cores were added. A law fitted to few cores says little about many, so it
 * goes no further than to four times the cores, and its band grows on the way.
 */
public record CurveLaw(List<Beyond> points) {
  private static final int FEWEST_POINTS = 4;
  private static final int DOUBLINGS = 2;

  /** Speed on so many cores against that on all cores that there are. */
  public record Beyond(int cores, Interval speed) {}

  public CurveLaw {
    points = List.copyOf(points);
  }

  /** Empty where there are too few points, or no law fits them. */
  public static Optional<CurveLaw> of(CoreCurve curve) {
    List<CurvePoint> trusted =
        curve.points().stream().filter(point -> point.trusted() && point.sure()).toList();
    if (trusted.size() < FEWEST_POINTS) {
      return Optional.empty();
    }
    List<Observation> observations = new ArrayList<>();
    for (CurvePoint point : trusted) {
      Interval speed = point.speed();
      for (double value : new double[] {speed.low(), speed.value(), speed.high()}) {
        if (value > 0 && Double.isFinite(value)) {
          observations.add(new Observation(point.cores(), value));
        }
      }
    }
    return ScalingLaw.fit(ScalingLaw.Form.USL, observations).map(law -> beyond(law, curve));
  }

  private static CurveLaw beyond(ScalingLaw law, CoreCurve curve) {
    List<Beyond> points = new ArrayList<>();
    for (int i = 0, cores = curve.allCores(); i < DOUBLINGS; i++) {
      cores *= 2;
      points.add(new Beyond(cores, law.at(cores)));
    }
    return new CurveLaw(points);
  }
}
