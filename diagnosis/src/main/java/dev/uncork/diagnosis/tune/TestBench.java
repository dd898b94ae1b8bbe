package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.SetupObservation;
import java.util.List;

/** Where the loop's runs are done: with real programs, or with recorded noise in a simulation. */
public interface TestBench {
  /** The loop has to end: no time left, or the user stopped it. */
  final class Stopped extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient StopReason reason;

    /** Ends the loop. */
    public Stopped(StopReason reason) {
      super(reason.toString());
      this.reason = reason;
    }

    /** Why. */
    public StopReason reason() {
      return reason;
    }
  }

  /** One run of the program. */
  RunOutcome run(Setup setup) throws Stopped;

  /**
   * The first run of all, which is ended when it takes longer: then no comparison can come of it.
   *
   * @param mostSeconds that it may take
   */
  default RunOutcome firstRun(Setup setup, double mostSeconds) throws Stopped {
    return run(setup);
  }

  /** One run under observation, which is not counted. */
  SetupObservation observe(Setup setup) throws Stopped;

  /** Levers that the user named, as far as they are known before the program was observed. */
  default List<Lever> named() {
    return List.of();
  }

  /** Whether an observation is worth a run only while something the user named may be tried. */
  default boolean observesToTryOnly() {
    return false;
  }

  /** Budget left, in seconds. */
  double secondsLeft();

  /** Tells the user what is done next. */
  void say(TuneStage next);

  /** Hears of every change of the result, so that a stop at any time leaves the best so far. */
  void changed(TuneResult soFar);
}
