package dev.uncork.agent.observe.experiment;

/**
 * The number of cores on which a program did most work.
 *
 * @param speedUp against all cores
 * @param error standard error of that
 */
public record BestCores(int cores, double speedUp, double error) {
  private static final double LEAST_GAIN = 0.05;
  private static final double NO_CHANCE = 2;

  /** Whether fewer cores than all are faster, by more than chance. */
  public boolean isClear() {
    return speedUp >= 1 + LEAST_GAIN && speedUp - 1 > NO_CHANCE * error;
  }
}
