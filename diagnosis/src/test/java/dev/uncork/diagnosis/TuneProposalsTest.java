package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.ProgramCode;
import dev.uncork.diagnosis.lever.ProgramFacts;
import dev.uncork.diagnosis.lever.Proposals;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.recording.Frame;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.recording.jvm.VmOperations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What a diagnosis suggests to try, and in what hope. */
class TuneProposalsTest {
  private static Lever asked(String name, RemedyKind kind) {
    return new Lever(
        kind,
        name,
        List.of(Change.fill(kind, name, "x")),
        OptionalDouble.empty(),
        Why.Known.ASKED,
        true);
  }

  private static SetupObservation proposals(
      Scenario scenario, List<String> options, Lever... asked) {
    Lever quiet =
        new Lever(
            RemedyKind.QUIET,
            "quiet logback",
            List.of(Change.options(RemedyKind.QUIET, "quiet logback", List.of("-Da=b"))),
            OptionalDouble.empty(),
            Why.Known.ASKED,
            false);
    return proposals(scenario, facts(options, List.of(), true, List.of(asked), List.of(quiet)));
  }

  private static SetupObservation proposals(Scenario scenario, ProgramFacts facts) {
    return Proposals.of(scenario.diagnose(), Optional.empty(), facts);
  }

  private static ProgramFacts facts(
      List<String> options,
      List<String> remedies,
      boolean keepsHolders,
      List<Lever> asked,
      List<Lever> quiet) {
    Lever node =
        new Lever(
            RemedyKind.NUMA,
            "numa",
            List.of(Change.remedy(RemedyKind.NUMA, "numa", "numa=0")),
            OptionalDouble.empty(),
            Why.Known.ASKED,
            false);
    return new ProgramFacts(
        options, remedies, true, 4, 16L << 30, asked, quiet, List.of(node), keepsHolders, CODE);
  }

  /** Everything called Tally only counts; threads can queue before everything but an Engine. */
  private static final ProgramCode CODE =
      new ProgramCode() {
        @Override
        public boolean synchronizedMethod(Frame frame) {
          return frame.className().startsWith("com.acme.");
        }

        @Override
        public boolean counts(String className) {
          return className.endsWith("Tally");
        }

        @Override
        public boolean canQueueBefore(String className) {
          return !className.endsWith("Engine");
        }
      };

  private static List<String> names(SetupObservation observation) {
    return observation.levers().stream().map(Lever::name).toList();
  }

  @Test
  void aLeverThatSpeaksOfTheHotLockPromisesItsRemoval() {
    Scenario scenario = new Scenario(4).run(20, 1.2, 4).lock("com.acme.StateQueue", 20, 2.5, 5000);
    SetupObservation observation =
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
    assertThat(advice.remedy()).isEqualTo(Advice.Remedy.CHUNK);
    assertThat(advice.location()).contains("Counter.java:12");
    assertThat(observation.hot()).containsExactly("StateQueue");
    assertThat(names(observation)).doesNotContain("quiet logback", "heap", "reserve");
  }

  @Test
  void namesTellWhatALockGuards() {
    Map<String, Advice.Remedy> cases =
        Map.of(
            "com.acme.MemFPSet", Advice.Remedy.STRIPE,
            "com.acme.Counter", Advice.Remedy.COUNTER,
            "com.acme.StateTrace", Advice.Remedy.QUIET,
            "com.acme.Engine", Advice.Remedy.COUNTER); // it is taken in Counter.increment
    cases.forEach(
        (lock, remedy) -> {
          Scenario scenario = new Scenario(4).run(20, 1.2, 4).lock(lock, 20, 2.5, 5000);
          Advice advice = proposals(scenario, List.of()).advice().get(0);
          assertThat(advice.remedy()).describedAs(lock).isEqualTo(remedy);
        });
  }

  @Test
  void aLockThatOnlyCountsIsRewrittenAndNoOther() {
    Scenario scenario =
        new Scenario(4)
            .run(20, 1.2, 4)
            .lock("com.acme.Tally", 20, 2.5, 5000)
            .lock("com.acme.Table", 20, 1.5, 5000);
    SetupObservation observation = proposals(scenario, List.of());
    assertThat(names(observation)).containsExactly("counter com.acme.Tally");
    Lever lever = observation.levers().get(0);
    assertThat(lever.values().get(0).remedies()).containsExactly("counter=com.acme.Tally");
    assertThat(lever.predictedGain().orElseThrow()).isGreaterThan(0.2);
    assertThat(observation.advice().get(0).remedy()).isEqualTo(Advice.Remedy.COUNTER);
  }

  private static Scenario descheduled() {
    return new Scenario(4).run(20, 3.9, 8).late(50).lock("com.acme.Counter", 20, 4, 500);
  }

  @Test
  void aHolderThatLosesItsProcessorBringsNopreemptAndTick() {
    List<Lever> none = List.of();
    assertThat(names(proposals(descheduled(), facts(List.of(), List.of(), true, none, none))))
        .containsExactly("nopreempt com.acme.Counter", "tick com.acme.Counter");
    assertThat(names(proposals(descheduled(), facts(List.of(), List.of(), false, none, none))))
        .containsExactly("tick com.acme.Counter");
    List<String> already = List.of("tick=com.acme.Counter");
    assertThat(names(proposals(descheduled(), facts(List.of(), already, true, none, none))))
        .containsExactly("tick com.acme.Counter");
  }

  @Test
  void onlyMethodsOfTheLocksOwnClassCanBeQueuedBefore() {
    List<Lever> none = List.of();
    Scenario foreign =
        new Scenario(4).run(20, 3.9, 8).late(50).lock("com.acme.Monitor", 20, 4, 500);
    assertThat(names(proposals(foreign, facts(List.of(), List.of(), false, none, none)))).isEmpty();
  }

  @Test
  void aCommonPoolThatIsTooSmallIsSweptUnlessTheUserNamedWorkers() {
    Scenario scenario = new Scenario(8).run(20, 2, 2);
    scenario.thread("ForkJoinPool.commonPool-worker-1", 20, 0);
    scenario.thread("main", 19, 0);
    SetupObservation observation = proposals(scenario, List.of());
    assertThat(names(observation)).containsExactly("common-pool");
    Lever pool = observation.levers().get(0);
    assertThat(pool.predictedGain().orElseThrow()).isGreaterThan(0.5);
    assertThat(pool.values()).extracting(Change::value).allMatch(v -> v.contains("parallelism="));
    assertThat(names(proposals(scenario, List.of(), asked("workers", RemedyKind.WORKERS))))
        .containsExactly("workers");
  }

  @Test
  void threadsOnSeveralNodesBringABinding() {
    Scenario one = new Scenario(4).run(20, 1, 4);
    one.thread("a", 10, 0);
    one.thread("b", 10, 1);
    assertThat(names(proposals(one, List.of()))).isEmpty();
    one.node(0, 0);
    one.node(1, 1);
    assertThat(names(proposals(one, List.of()))).containsExactly("numa");
  }

  @Test
  void aHotLogBringsTheLogsConfiguration() {
    Scenario scenario = new Scenario(4).run(20, 1.2, 4).lock("com.acme.FileLogger", 20, 2.5, 5000);
    SetupObservation observation = proposals(scenario, List.of());
    assertThat(names(observation)).containsExactly("quiet logback");
    assertThat(observation.levers().get(0).predictedGain().orElseThrow()).isPositive();
  }

  @Test
  void collectingThatCostsBringsHeapAndCollector() {
    Scenario scenario = new Scenario(4).run(20, 3, 4);
    for (int second = 1; second < 20; second++) {
      scenario.gc(second, 0.2, "G1 Evacuation Pause");
    }
    SetupObservation observation = proposals(scenario, List.of("-Xmx2g"));
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
  void collectionsThatFreeDirectBuffersAreNeeded() {
    HeapUse heap = new HeapUse(0, 0, Optional.of("com.acme.Frames.next(Frames.java:7)"), true, 0);
    Scenario scenario =
        new Scenario(4)
            .run(20, 3, 4)
            .gc(3, 3, "System.gc()")
            .jvm(new JvmActivity(0, 0, InterpretedCode.NONE, VmOperations.NONE, heap));

    assertThat(names(proposals(scenario, List.of()))).doesNotContain("explicit-gc");
    assertThat(scenario.diagnose().verdict().location())
        .hasToString("Optional[com.acme.Frames.next(Frames.java:7)]");
    assertThat(scenario.diagnose().nextStep()).isEqualTo(NextStep.REUSE_BUFFERS);
  }

  @Test
  void tooFewThreadsRaiseTheHopeInMoreWorkers() {
    SetupObservation observation =
        proposals(new Scenario(8).run(20, 2, 2), List.of(), asked("workers", RemedyKind.WORKERS));
    assertThat(observation.levers().get(0).predictedGain().orElseThrow()).isGreaterThan(0.5);
  }

  @Test
  void aBusyProgramWithoutAProblemBringsNothing() {
    SetupObservation observation = proposals(new Scenario(4).run(20, 3.95, 4), List.of());
    assertThat(observation.levers()).isEmpty();
    assertThat(observation.advice()).isEmpty();
    assertThat(observation.busyShare()).isGreaterThan(0.95);
  }
}
