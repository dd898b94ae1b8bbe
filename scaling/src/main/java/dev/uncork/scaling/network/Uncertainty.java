package dev.uncork.scaling.network;

/**
 * How far the measured inputs of a workload may be off, as factors, and how far the model was off
 * where it could be compared.
 *
 * @param holdLow least hold time, as a factor of the one assumed, at most 1
 * @param holdHigh greatest hold time as a factor, at least 1
 * @param handOffLow the same for the hand-off cost
 * @param handOffHigh the same for the hand-off cost
 * @param modelError relative error of the model on the run that was measured
 */
public record Uncertainty(
    double holdLow, double holdHigh, double handOffLow, double handOffHigh, double modelError) {
  public Uncertainty {
    if (!(holdLow <= 1 && holdHigh >= 1 && handOffLow <= 1 && handOffHigh >= 1)
        || !(holdLow >= 0 && handOffLow >= 0 && modelError >= 0 && modelError < 1)) {
      throw new IllegalArgumentException(
          "an uncertainty of hold × "
              + holdLow
              + " to "
              + holdHigh
              + ", hand-off × "
              + handOffLow
              + " to "
              + handOffHigh
              + ", model ± "
              + modelError
              + "; expected factors around 1 and an error below 1");
    }
  }

  /** Inputs known exactly. */
  public static Uncertainty none() {
    return new Uncertainty(1, 1, 1, 1, 0);
  }
}
