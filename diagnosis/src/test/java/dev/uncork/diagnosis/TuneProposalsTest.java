package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.tune.Advice;
import dev.uncork.diagnosis.tune.Change;
import dev.uncork.diagnosis.tune.Lever;
import dev.uncork.diagnosis.tune.Observation;
import dev.uncork.diagnosis.tune.ProgramFacts;
import dev.uncork.diagnosis.tune.Proposals;
import dev.uncork.diagnosis.tune.RemedyKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What a diagnosis suggests to try, and in what hope. */
class TuneProposalsTest {
  private static Lever asked(String name, RemedyKind kind) {
    return new Lever(
        kind, name, List.of(Change.fill(kind, name, "x")), OptionalDouble.empty(), "", true);
  }

  private static Observation proposals(Scenario scenario, List<String> options, Lever... asked) {
    Lever quiet =
        new Lever(
            RemedyKind.QUIET,
            "quiet logback",
            List.of(Change.options(RemedyKind.QUIET, "quiet logback", List.of("-Da=b"))),
            OptionalDouble.empty(),
            "",
            false);
    return Proposals.of(
        scenario.diagnose(),
        Optional.empty(),
        new ProgramFacts(options, true, 16L << 30, List.of(asked), List.of(quiet), frame -> false));
  }

  private static List<String> names(Observation observation) {
    return observation.levers().stream().map(Lever::name).toList();
  }

  @Test
  void aLeverThatSpeaksOfTheHotLockPromisesItsRemoval() {
    Scenario scenario = new Scenario(4).run(20, 1.2, 4).lock("com.acme.StateQueue", 20, 2.5, 5000);
    Observation observation =
        proposals(
            scenario,
            List.of(),
            asked("queue", RemedyKind.KNOB),
            asked("-Dchunk", RemedyKind.KNOB),
            asked("colour", RemedyKind.KNOB));
    assertThat(observation.levers().get(0).predictedGain().orElseThrow()).isGreaterThan(0.2);
    assertThat(observation.levers().get(1).predictedGain().orElseThrow()).isGreaterThan(0.2);
    assertThat(observation.levers().get(2).predictedGain()).isEmpty();
    Advice advice = observation.advice().get(0);
    assertThat(advice.remedy()).isEqualTo("chunk");
    assertThat(advice.text()).contains("ChunkedWorklist");
    assertThat(advice.location()).contains("Counter.java:12");
    assertThat(observation.hot()).containsExactly("StateQueue");
    assertThat(names(observation)).doesNotContain("quiet logback", "heap", "reserve");
  }

  @Test
  void namesTellWhatALockGuards() {
    String[][] cases = {
      {"com.acme.MemFPSet", "stripe", "StripedSet"},
      {"com.acme.Counter", "counter", "StripedCounter"},
      {"com.acme.StateTrace", "quiet", "thread of its own"},
      {"com.acme.Engine", "counter", "StripedCounter"} // it is taken in Counter.increment
    };
    for (String[] each : cases) {
      Scenario scenario = new Scenario(4).run(20, 1.2, 4).lock(each[0], 20, 2.5, 5000);
      Advice advice = proposals(scenario, List.of()).advice().get(0);
      assertThat(advice.remedy()).describedAs(each[0]).isEqualTo(each[1]);
      assertThat(advice.text()).contains(each[2]);
    }
  }

  @Test
  void aHotLogBringsTheLogsConfiguration() {
    Scenario scenario = new Scenario(4).run(20, 1.2, 4).lock("com.acme.FileLogger", 20, 2.5, 5000);
    Observation observation = proposals(scenario, List.of());
    assertThat(names(observation)).containsExactly("quiet logback");
    assertThat(observation.levers().get(0).predictedGain().orElseThrow()).isPositive();
  }

  @Test
  void collectingThatCostsBringsHeapAndCollector() {
    Scenario scenario = new Scenario(4).run(20, 3, 4);
    for (int second = 1; second < 20; second++) {
      scenario.gc(second, 0.2, "G1 Evacuation Pause");
    }
    Observation observation = proposals(scenario, List.of("-Xmx2g"));
    assertThat(names(observation)).containsExactly("heap", "collector");
    assertThat(observation.levers().get(0).values())
        .extracting(Change::jvmOptions)
        .containsExactly(List.of("-Xms2048m", "-Xmx2048m"), List.of("-Xms4096m", "-Xmx4096m"));
    assertThat(observation.levers().get(1).values().get(0).jvmOptions())
        .containsExactly("-XX:+UseParallelGC");
  }

  @Test
  void explicitCollectionsAreTurnedOffOnce() {
    Scenario scenario = new Scenario(4).run(20, 3, 4).gc(3, 0.3, "System.gc()");
    assertThat(names(proposals(scenario, List.of()))).containsExactly("explicit-gc");
    assertThat(names(proposals(scenario, List.of("-XX:+DisableExplicitGC")))).isEmpty();
  }

  @Test
  void tooFewThreadsRaiseTheHopeInMoreWorkers() {
    Observation observation =
        proposals(new Scenario(8).run(20, 2, 2), List.of(), asked("workers", RemedyKind.WORKERS));
    assertThat(observation.levers().get(0).predictedGain().orElseThrow()).isGreaterThan(0.5);
  }

  @Test
  void aBusyProgramWithoutAProblemBringsNothing() {
    Observation observation = proposals(new Scenario(4).run(20, 3.95, 4), List.of());
    assertThat(observation.levers()).isEmpty();
    assertThat(observation.advice()).isEmpty();
    assertThat(observation.busyShare()).isGreaterThan(0.95);
  }
}
