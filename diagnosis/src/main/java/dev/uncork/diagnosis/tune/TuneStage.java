package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import java.util.OptionalDouble;

/** What a tuning does next, for the user who waits. */
public sealed interface TuneStage {
  /** Stages that need no more to be told. */
  enum Known implements TuneStage {
    /** A first run, which fills caches and isn't counted. */
    WARM_UP,
    /** A run under observation. */
    OBSERVATION
  }

  /** One of the runs of the program as it is. */
  record Baseline(int run, int of) implements TuneStage {}

  /** One run to see how fast a value is. */
  record Look(Change change) implements TuneStage {}

  /** Such a run gave a wrong result. */
  record Wrong(Change change, String failure) implements TuneStage {}

  /**
   * One pair of runs of a test.
   *
   * @param gain by the pairs so far; empty where they are too few
   */
  record Pair(Change change, int number, OptionalDouble gain) implements TuneStage {}

  /** One pair of the final comparison. */
  record FinalPair(int number, int of) implements TuneStage {}
}
