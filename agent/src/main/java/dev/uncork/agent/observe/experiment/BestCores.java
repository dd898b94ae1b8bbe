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

  /** Who looks after each round finds chance more often. */
  private static final double NO_CHANCE_IN_ANY_ROUND = 3;

  /** Whether fewer cores than all are faster, by more than chance. */
  public boolean isClear() {
    return isClear(NO_CHANCE);
  }

  /** The same for one who asks after each round. */
  boolean isClearInAnyRound() {
    return isClear(NO_CHANCE_IN_ANY_ROUND);
  }

  private boolean isClear(double errors) {
    return speedUp >= 1 + LEAST_GAIN && speedUp - 1 > errors * error;
  }
}
