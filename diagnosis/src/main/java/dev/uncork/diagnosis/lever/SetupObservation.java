package dev.uncork.diagnosis.lever;

import java.util.List;

/**
 * What a run under observation says about a setup.
 *
 * @param finding what the user was told of the bottleneck; it is kept with what is remembered
 * @param busyShare of the cores
 * @param hot what holds the program back, by short names; an advice that was followed is gone here
 */
public record SetupObservation(
    String finding, double busyShare, List<Lever> levers, List<Advice> advice, List<String> hot) {
  /** Nothing was learned. */
  public static final SetupObservation NONE =
      new SetupObservation("", 0, List.of(), List.of(), List.of());

  public SetupObservation {
    levers = List.copyOf(levers);
    advice = List.copyOf(advice);
    hot = List.copyOf(hot);
  }

  /** The same with other levers. */
  public SetupObservation with(List<Lever> others) {
    return new SetupObservation(finding, busyShare, others, advice, hot);
  }

  /** The same with those levers only that the user named. */
  public SetupObservation onlyAsked() {
    return with(levers.stream().filter(Lever::asked).toList());
  }

  /** The same, with what the user is told of it. */
  public SetupObservation saying(String text) {
    return new SetupObservation(text, busyShare, levers, advice, hot);
  }
}
