package dev.uncork.diagnosis.tune;

/**
 * Shares the tolerated chance of keeping something useless among tests whose number nobody knows
 * beforehand.
 *
 * <p>This is LORD (A. Javanmard and A. Montanari, "Online rules for control of false discovery rate
 * and false discovery exceedance", 2018): the j-th test since the last success gets a share that
 * falls as j<sup>-1.5</sup> and adds up to 1; a success starts the series anew. Where nothing helps
 * at all, the chance of keeping anything, however many levers there are, is at most {@link #LEVEL}.
 */
public final class ErrorBudget {
  /** Chance of a false keep in a loop in which nothing helps. */
  public static final double LEVEL = 0.04;

  private static final double EXPONENT = 1.5;
  private static final double ZETA = 2.6123753486854883; // of 1.5

  private int tests;

  /** The level of the next test. */
  public double next() {
    tests++;
    return LEVEL * Math.pow(tests, -EXPONENT) / ZETA;
  }

  /** The last test succeeded. */
  public void success() {
    tests = 0;
  }
}
