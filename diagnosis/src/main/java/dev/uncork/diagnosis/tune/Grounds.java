package dev.uncork.diagnosis.tune;

/** What a decision about a lever rests on, beside the pairs of runs. */
public sealed interface Grounds {
  /** Grounds that need no more to be told. */
  enum Known implements Grounds {
    /** The figures prove it. */
    FIGURES,
    /** No gain that is worth anything was proven. */
    NO_GAIN_PROVEN,
    /** What was kept together with others isn't faster than going without. */
    NOT_FASTER_TOGETHER,
    /** Every value failed its self-check. */
    NO_VALUE_RIGHT,
    /** Every combination of values failed its self-check. */
    NO_COMBINATION_RIGHT
  }

  /** A run with it failed its self-check, one without it did not. */
  record WrongResult(String failure) implements Grounds {}

  /** Runs without it failed too. */
  record FailsWithout(String failure) implements Grounds {}

  /** The tuning was stopped in the middle. */
  record Interrupted(StopReason reason) implements Grounds {}
}
