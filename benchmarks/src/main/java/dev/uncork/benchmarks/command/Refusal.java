package dev.uncork.benchmarks.command;

/** Ends a benchmark, for an input that makes no sense: one line and exit code 2. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says the value seen, and what was expected. */
  public Refusal(String message) {
    super(message);
  }
}
