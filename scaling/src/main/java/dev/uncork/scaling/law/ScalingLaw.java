package dev.uncork.scaling.law;

import java.util.List;
import java.util.Optional;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;

/**
 * A law fitted to observations, with bands of 95 % confidence.
 *
 * <p>Both laws are {@code X(N) = λN / (1 + σ(N-1) + κN(N-1))}: λ is the throughput of one worker, σ
 * the share that is serial (contention), κ the cost of keeping workers consistent (coherency).
 * Amdahl's law has κ = 0. N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007, chapters 4
 * to 6; G. M. Amdahl, AFIPS 1967.
 *
 * <p>Noise of a throughput grows with the throughput, so the fit minimises squared differences of
 * logarithms, by Levenberg and Marquardt's method with σ kept between 0 and 1 and κ at or above 0.
 * The bands follow from the covariance at the optimum and Student's t (Seber and Wild, "Nonlinear
 * Regression", section 5.1); where a coefficient sits on its bound they are an approximation.
 */
public final class ScalingLaw {
  private static final double CONFIDENCE = 0.95;
  private static final double SINGULARITY = 1e-14;

  private final Form form;
  private final double[] parameters;
  private final RealMatrix covariance;
  private final double quantile;
  private final double residualShare;

  private ScalingLaw(
      Form form,
      double[] parameters,
      RealMatrix covariance,
      double quantile,
      double residualShare) {
    this.form = form;
    this.parameters = parameters;
    this.covariance = covariance;
    this.quantile = quantile;
    this.residualShare = residualShare;
  }

  /** Which law. */
  public enum Form {
    AMDAHL("Amdahl", 2),
    USL("USL", 3);

    private final String title;
    private final int coefficients;

    Form(String title, int coefficients) {
      this.title = title;
      this.coefficients = coefficients;
    }

    public String title() {
      return title;
    }
  }

  /**
   * The law nearest to the observations; empty when they can't determine it: fewer different worker
   * counts than coefficients, or not more observations than coefficients.
   */
  public static Optional<ScalingLaw> fit(Form form, List<Observation> observations) {
    long workerCounts = observations.stream().mapToInt(Observation::workers).distinct().count();
    int degreesOfFreedom = observations.size() - form.coefficients;
    if (workerCounts < Math.max(3, form.coefficients) || degreesOfFreedom < 1) {
      return Optional.empty();
    }
    try {
      LeastSquaresOptimizer.Optimum optimum =
          new LevenbergMarquardtOptimizer().optimize(problem(form, observations).build());
      double varianceOfNoise = optimum.getCost() * optimum.getCost() / degreesOfFreedom;
      double quantile =
          new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
      return Optional.of(
          new ScalingLaw(
              form,
              optimum.getPoint().toArray(),
              optimum.getCovariances(SINGULARITY).scalarMultiply(varianceOfNoise),
              quantile,
              Math.sqrt(varianceOfNoise)));
    } catch (MathRuntimeException e) {
      // No optimum, or a singular covariance: such observations determine no law.
      return Optional.empty();
    }
  }

  private static LeastSquaresBuilder problem(Form form, List<Observation> observations) {
    double[] target = observations.stream().mapToDouble(o -> Math.log(o.throughput())).toArray();
    double perWorker =
        observations.stream().mapToDouble(o -> o.throughput() / o.workers()).max().orElseThrow();
    RealVector start = new ArrayRealVector(form.coefficients);
    start.setEntry(0, Math.log(perWorker));
    start.setEntry(1, 0.05);
    if (form == Form.USL) {
      start.setEntry(2, 1e-4);
    }
    return new LeastSquaresBuilder()
        .start(start)
        .target(target)
        .model(
            (double[] point) -> values(point, observations),
            (double[] point) -> jacobian(point, observations))
        .parameterValidator(ScalingLaw::bounded)
        .lazyEvaluation(false)
        .maxEvaluations(10_000)
        .maxIterations(10_000);
  }

  private static RealVector bounded(RealVector point) {
    RealVector inside = point.copy();
    for (int i = 1; i < inside.getDimension(); i++) {
      // A share lies between 0 and 1; coherency has no upper bound.
      double highest = i == 1 ? 1 : Double.MAX_VALUE;
      inside.setEntry(i, Math.min(highest, Math.max(0, inside.getEntry(i))));
    }
    return inside;
  }

  private static double[] values(double[] parameters, List<Observation> observations) {
    return observations.stream().mapToDouble(o -> logarithm(parameters, o.workers())).toArray();
  }

  private static double[][] jacobian(double[] parameters, List<Observation> observations) {
    return observations.stream()
        .map(o -> gradient(parameters, o.workers()))
        .toArray(double[][]::new);
  }

  private static double logarithm(double[] parameters, double workers) {
    return parameters[0] + Math.log(workers) - Math.log(denominator(parameters, workers));
  }

  /** Of the logarithm, by ln λ, σ and κ. */
  private static double[] gradient(double[] parameters, double workers) {
    double denominator = denominator(parameters, workers);
    double[] gradient = new double[parameters.length];
    gradient[0] = 1;
    gradient[1] = -(workers - 1) / denominator;
    if (parameters.length > 2) {
      gradient[2] = -workers * (workers - 1) / denominator;
    }
    return gradient;
  }

  private static double denominator(double[] parameters, double workers) {
    double kappa = parameters.length > 2 ? parameters[2] : 0;
    return 1 + parameters[1] * (workers - 1) + kappa * workers * (workers - 1);
  }

  public Form form() {
    return form;
  }

  /** λ, in the observations' unit. */
  public Interval perWorker() {
    double half = quantile * Math.sqrt(Math.max(0, covariance.getEntry(0, 0)));
    return new Interval(
        Math.exp(parameters[0] - half), Math.exp(parameters[0]), Math.exp(parameters[0] + half));
  }

  /** σ: the share of the work that is serial. */
  public Interval contention() {
    Interval share = coefficient(1);
    return new Interval(share.low(), share.value(), Math.min(1, share.high()));
  }

  /** κ; zero for Amdahl's law. */
  public Interval coherency() {
    return form == Form.USL ? coefficient(2) : new Interval(0, 0, 0);
  }

  private Interval coefficient(int index) {
    double half = quantile * Math.sqrt(Math.max(0, covariance.getEntry(index, index)));
    double value = parameters[index];
    return new Interval(Math.max(0, value - half), value, value + half);
  }

  /** The curve at a number of workers, with the band of the curve (not of a single run). */
  public Interval at(double workers) {
    double logarithm = logarithm(parameters, workers);
    RealVector gradient = new ArrayRealVector(gradient(parameters, workers), false);
    double variance = gradient.dotProduct(covariance.operate(gradient));
    double half = quantile * Math.sqrt(Math.max(0, variance));
    return new Interval(
        Math.exp(logarithm - half), Math.exp(logarithm), Math.exp(logarithm + half));
  }

  /** The workers beyond which the law falls again; infinite where it never does. */
  public double peakWorkers() {
    double kappa = coherency().value();
    return kappa > 0 && contention().value() < 1
        ? Math.sqrt((1 - contention().value()) / kappa)
        : Double.POSITIVE_INFINITY;
  }

  /** Typical relative distance of an observation from the curve. */
  public double residualShare() {
    return residualShare;
  }
}
