package dev.uncork.diagnosis.tune;

/** Why tuning ended. */
public sealed interface StopReason {
  /** Why, where nothing more is to be told. */
  enum Known implements StopReason {
    NOTHING_PROMISES_MORE,
    BY_USER,
    INTERRUPTED,
    /** What an earlier tuning left behind ends there. */
    EARLIER
  }

  /** The program fails as it came, with what its failure says. */
  record ProgramFails(String failure) implements StopReason {}

  /** The program fails without the remedy that was being tried. */
  record FailsWithoutRemedy(String failure) implements StopReason {}

  /** There is no time left, so that more of it would let the tuning go on. */
  record BudgetUsedUp() implements StopReason {}

  /**
   * The budget can't last for a comparison, as the first runs show; nothing was tried.
   *
   * @param runSeconds what a run of the program takes
   * @param neededSeconds what the shortest tuning takes
   */
  record BudgetTooShort(double runSeconds, double neededSeconds) implements StopReason {}

  /**
   * The first run went on for longer than the budget allows each run; nothing was tried.
   *
   * @param budgetSeconds of all runs
   * @param mostSeconds that a run may take
   * @param runs of the shortest tuning
   */
  record RunTooLong(double budgetSeconds, double mostSeconds, int runs) implements StopReason {}

  /** The cores are busy, to this share. */
  record CoresBusy(double share) implements StopReason {}
}
