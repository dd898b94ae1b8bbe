package dev.uncork.diagnosis.lever;

import dev.uncork.diagnosis.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a run of a Spark application suggests: levers from the figures of its tasks, and advice from
 * the recording of one of its executors.
 */
public final class SparkProposals {
  private static final List<String> NOT_THE_PROGRAMS =
      List.of(
          "org.apache.spark.",
          "org.apache.hadoop.",
          "org.sparkproject.",
          "com.esotericsoftware.kryo.",
          "io.netty.",
          "py4j.",
          "scala.",
          "java.",
          "javax.",
          "jdk.",
          "sun.");

  private SparkProposals() {}

  /**
   * Makes proposals.
   *
   * @param diagnosis of the executor that did most; empty where its recording isn't here
   * @param advised by the application's ledger
   * @param asked what the user named
   */
  public static SetupObservation of(
      Optional<Diagnosis> diagnosis,
      SparkFacts facts,
      List<LedgerAdvice> advised,
      List<Lever> asked,
      ProgramCode code) {
    SparkLevers own = new SparkLevers(facts, advised);
    if (diagnosis.isEmpty()) {
      List<Lever> levers = new ArrayList<>(asked);
      levers.addAll(unasked(own, asked, OptionalDouble.empty()));
      return new SetupObservation("", 0, levers, List.of(), List.of());
    }
    ProgramFacts program =
        new ProgramFacts(
            List.of(),
            List.of(),
            false,
            facts.coresEach(),
            0,
            asked,
            List.of(),
            List.of(),
            false,
            code);
    SetupObservation one = Proposals.of(diagnosis.get(), Optional.empty(), program);
    OptionalDouble locking =
        one.levers().stream()
            .filter(lever -> lever.kind() == RemedyKind.RESERVE)
            .map(Lever::predictedGain)
            .findFirst()
            .orElse(OptionalDouble.empty());
    List<Lever> levers = new ArrayList<>(one.levers());
    // What the agent alone can do would have to get into executors by other ways.
    levers.removeIf(lever -> lever.values().stream().anyMatch(v -> !v.remedies().isEmpty()));
    levers.addAll(unasked(own, asked, locking));
    List<Advice> advice = one.advice().stream().filter(SparkProposals::isOfTheProgram).toList();
    return new SetupObservation("", one.busyShare(), levers, advice, one.hot());
  }

  /** Whether the user can follow it: nobody changes Spark's own classes, or what it rests on. */
  private static boolean isOfTheProgram(Advice advice) {
    String code = advice.location().isEmpty() ? advice.subject() : advice.location();
    return NOT_THE_PROGRAMS.stream().noneMatch(code::startsWith);
  }

  private static List<Lever> unasked(SparkLevers own, List<Lever> asked, OptionalDouble locking) {
    List<String> named = asked.stream().map(Lever::name).toList();
    return own.all(locking).stream()
        .filter(lever -> !named.contains(lever.name()))
        .filter(lever -> lever.values().stream().noneMatch(value -> sets(value, named)))
        .toList();
  }

  private static boolean sets(Change value, List<String> names) {
    return value.settings().keySet().stream().anyMatch(names::contains);
  }
}
