package dev.uncork.cli.progress;

/** Keeps looking at lines from taking more than a small share of a core. Not thread-safe. */
public final class LookBudget {
  private static final int SHARE = 50;
  private static final long FREE_NANOS = 100_000_000;

  private final long startNanos = System.nanoTime();
  private long spentNanos;

  /** Whether another line may be looked at. */
  public boolean isLeft() {
    return spentNanos < FREE_NANOS + (System.nanoTime() - startNanos) / SHARE;
  }

  /** Looks at a line if the budget allows. */
  public void look(Runnable look) {
    if (isLeft()) {
      long from = System.nanoTime();
      look.run();
      spentNanos += System.nanoTime() - from;
    }
  }
}
