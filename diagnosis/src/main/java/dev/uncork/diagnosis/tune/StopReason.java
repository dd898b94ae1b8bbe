package dev.uncork.diagnosis.tune;

import java.util.Optional;

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

  /**
   * There is no time left, so that more of it would let the tuning go on.
   *
   * @param next the lever that would have been tried next, if one was picked
   */
  record BudgetUsedUp(Optional<String> next) implements StopReason {}

  /** The cores are busy, to this share. */
  record CoresBusy(double share) implements StopReason {}
}
