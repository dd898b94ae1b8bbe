package dev.uncork.diagnosis.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.Attempt.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The journey, with a made-up program. */
class TuneLoopTest {
  private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

  @Test
  void whatHelpsIsKeptAndTheMostPromisingComesFirst() {
    SimulatedProgram program =
        new SimulatedProgram(1, 0.03, 3000)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.3))
            .lever("counter", OptionalDouble.of(0.6), Map.of("atomic", 1.5))
            .lever("colour", UNKNOWN, Map.of("green", 1.0));
    TuneResult result = program.tune();
    assertThat(result.steps())
        .extracting(step -> step.attempt().change().text())
        .containsExactly("counter atomic", "log quiet");
    assertThat(result.best().at("colour")).isEmpty();
    assertThat(result.stopReason()).contains(StopReason.Known.NOTHING_PROMISES_MORE);
    assertThat(result.comparison().orElseThrow().gain().value()).isBetween(0.8, 1.1);
    assertThat(result.baseline().orElseThrow().median()).isBetween(900.0, 1100.0);
  }

  @Test
  void theBestOfSeveralValuesIsTakenAndLookedForAgainLater() {
    SimulatedProgram program =
        new SimulatedProgram(2, 0.02, 3000)
            .lever("stripes", UNKNOWN, Map.of("16", 1.2, "1024", 1.6, "4", 1.1));
    TuneResult result = program.tune();
    assertThat(result.best().at("stripes").orElseThrow().value()).isEqualTo("1024");
  }

  @Test
  void aRemedyWithWrongResultsIsDroppedForGoodAndCountedNever() {
    SimulatedProgram program =
        new SimulatedProgram(3, 0.03, 3000)
            .lever("fast", OptionalDouble.of(5), Map.of("wrong", 9.0))
            .lever("set", OptionalDouble.of(0.2), Map.of("striped", 1.4));
    program.wrong.add("fast=wrong");
    TuneResult result = program.tune();
    Attempt failed = result.attempts().get(0);
    assertThat(failed.decision()).isEqualTo(Decision.FAILED);
    assertThat(failed.grounds()).isEqualTo(new Grounds.WrongResult("wrong answer"));
    assertThat(failed.pairs()).isEmpty();
    assertThat(result.attempts().stream().filter(a -> a.lever().name().equals("fast"))).hasSize(1);
    assertThat(result.best().changes()).extracting(Change::lever).containsExactly("set");
  }

  @Test
  void locksThatHideEachOtherAreCrackedTogether() {
    assertThat(hiding().tune().steps()).as("nobody waits for a lock").isEmpty();
    SimulatedProgram program = hiding();
    program.hot.add("Trace");
    TuneResult result = program.tune();
    assertThat(result.steps())
        .extracting(step -> step.attempt().change().text())
        .containsExactly("log quiet + queue chunked + set striped");
    assertThat(result.best().changes())
        .extracting(Change::lever)
        .containsExactly("log", "queue", "set");
  }

  @Test
  void whatIsTriedTogetherIsTriedWithOtherNumbersOfWorkers() {
    SimulatedProgram program = hiding();
    program.hot.add("Trace");
    Change fewer = Change.fill(RemedyKind.WORKERS, "workers", "2");
    program.levers.add(
        new Lever(RemedyKind.WORKERS, "workers", List.of(fewer), UNKNOWN, Why.Known.ASKED, true));
    TuneResult result = program.tune();
    assertThat(result.steps().get(0).attempt().change().text())
        .as("only all four together help")
        .isEqualTo("log quiet + queue chunked + set striped + workers 2");
  }

  @Test
  void leversThatSpeakOfSeveralBottlenecksAreTriedAtOnceFirst() {
    SimulatedProgram program =
        new SimulatedProgram(9, 0.02, 400)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.0))
            .lever("queue", OptionalDouble.of(0.01), Map.of("chunked", 1.0))
            .lever("set", OptionalDouble.of(0.03), Map.of("free", 1.3, "striped", 1.0));
    program.onlyTogether = 1.6;
    Change fewer = Change.fill(RemedyKind.WORKERS, "workers", "2");
    program.levers.add(
        new Lever(RemedyKind.WORKERS, "workers", List.of(fewer), UNKNOWN, Why.Known.ASKED, true));
    program.hot.add("Trace");
    TuneResult result = program.tune();
    Attempt first = result.attempts().get(0);
    assertThat(first.decision()).isEqualTo(Decision.KEPT);
    assertThat(first.change().parts())
        .extracting(Change::text)
        .containsExactlyInAnyOrder("log quiet", "queue chunked", "set free", "workers 2");
    assertThat(result.best().at("set").orElseThrow().value()).isEqualTo("free");
  }

  @Test
  void whatWasKeptOnlyWithOthersAndDoesHarmIsTakenBack() {
    SimulatedProgram program =
        new SimulatedProgram(12, 0.02, 3000)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.5))
            .lever("queue", OptionalDouble.of(0.1), Map.of("chunked", 0.85))
            .lever("set", OptionalDouble.of(0.03), Map.of("striped", 1.3));
    program.hot.add("Trace");
    TuneResult result = program.tune();
    assertThat(result.steps())
        .extracting(step -> step.attempt().change().text())
        .containsExactly("log quiet + queue chunked + set striped", "queue as it came");
    assertThat(result.best().changes())
        .extracting(Change::text)
        .containsExactly("log quiet", "set striped");
    assertThat(result.steps().get(1).throughput())
        .isGreaterThan(result.steps().get(0).throughput());
  }

  @Test
  void whatWasKeptOnlyWithOthersGoesBackToTheValueItHad() {
    SimulatedProgram program =
        new SimulatedProgram(13, 0.02, 3000)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.5))
            .lever("queue", OptionalDouble.of(0.1), Map.of("chunked", 0.85, "one-lock", 1.0));
    program.hot.add("Trace");
    Setup start = new Setup(List.of(SimulatedProgram.change("queue", "one-lock")));
    TuneResult result = new TuneLoop(program, start, start, 12).run();
    assertThat(result.best().at("queue").orElseThrow().value()).isEqualTo("one-lock");
    assertThat(result.best().at("log").orElseThrow().value()).isEqualTo("quiet");
  }

  @Test
  void aBudgetTooSmallToCheckEachKeptLeverAloneSaysSo() {
    SimulatedProgram program =
        new SimulatedProgram(14, 0.02, 190)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.5))
            .lever("set", OptionalDouble.of(0.1), Map.of("striped", 1.3));
    program.hot.add("Trace");
    TuneResult result = program.tune();
    assertThat(result.best().changes()).hasSize(2);
    assertThat(result.remarks())
        .contains(new Remark.NotCheckedAlone(SimulatedProgram.change("set", "striped")));
  }

  @Test
  void aWrongValueAmongSeveralLeversIsSkipped() {
    SimulatedProgram program =
        new SimulatedProgram(10, 0.02, 3000)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.3))
            .lever("set", OptionalDouble.of(0.03), Map.of("a-right", 1.3, "broken", 9.0));
    program.wrong.add("set=broken");
    program.hot.add("Trace");
    TuneResult result = program.tune();
    assertThat(result.steps().get(0).attempt().change().text())
        .isEqualTo("log quiet + set a-right");
    assertThat(program.said).anyMatch(stage -> wrong(stage, "log quiet + set broken"));
  }

  @Test
  void aBudgetTooSmallForSeveralLeversAtOnceTriesThemOneByOne() {
    SimulatedProgram program =
        new SimulatedProgram(11, 0.02, 130)
            .lever("log", OptionalDouble.of(0.2), Map.of("quiet", 1.5))
            .lever("set", OptionalDouble.of(0.1), Map.of("a", 1.0, "b", 1.0, "c", 1.0));
    program.hot.add("Trace");
    assertThat(program.tune().attempts().get(0).lever().name()).isEqualTo("log");
  }

  private static SimulatedProgram hiding() {
    SimulatedProgram program =
        new SimulatedProgram(5, 0.02, 3000)
            .lever("log", OptionalDouble.of(0.3), Map.of("quiet", 1.0))
            .lever("queue", UNKNOWN, Map.of("chunked", 1.0))
            .lever("set", UNKNOWN, Map.of("striped", 0.99));
    program.onlyTogether = 1.6;
    return program;
  }

  @Test
  void workersAreLookedAtAfterWhatPromisesAsMuch() {
    SimulatedProgram program = new SimulatedProgram(6, 0.02, 3000);
    Change fewer = Change.fill(RemedyKind.WORKERS, "workers", "1");
    program.levers.add(
        new Lever(RemedyKind.WORKERS, "workers", List.of(fewer), UNKNOWN, Why.Known.ASKED, true));
    program.effects.put("workers=1", 1.3);
    program.lever("set", UNKNOWN, Map.of("striped", 1.4));
    assertThat(program.tune().attempts().get(0).lever().name()).isEqualTo("set");
  }

  @Test
  void aWrongValueOfSeveralIsSkipped() {
    SimulatedProgram program =
        new SimulatedProgram(4, 0.02, 3000)
            .lever("mode", UNKNOWN, Map.of("broken", 9.0, "good", 1.5));
    program.wrong.add("mode=broken");
    TuneResult result = program.tune();
    assertThat(result.best().at("mode").orElseThrow().value()).isEqualTo("good");
    assertThat(program.said).anyMatch(stage -> wrong(stage, "mode broken"));
  }

  @Test
  void aBudgetEndsItWithTheBestSoFar() {
    SimulatedProgram program =
        new SimulatedProgram(5, 0.03, 160)
            .lever("a", OptionalDouble.of(0.9), Map.of("on", 1.6))
            .lever("b", OptionalDouble.of(0.5), Map.of("on", 1.6));
    TuneResult result = program.tune();
    assertThat(result.best().changes()).extracting(Change::lever).containsExactly("a");
    assertThat(result.stopReason().orElseThrow()).isInstanceOf(StopReason.BudgetUsedUp.class);
  }

  @Test
  void aStopInTheMiddleOfATestSaysWhatWasUndecided() {
    SimulatedProgram program =
        new SimulatedProgram(6, 0.3, 119).lever("a", OptionalDouble.of(0.9), Map.of("on", 1.3));
    TuneResult result = program.tune();
    assertThat(result.attempts()).hasSize(1);
    assertThat(result.attempts().get(0).decision())
        .isIn(Decision.UNDECIDED, Decision.NO_DIFFERENCE);
    assertThat(result.best().changes()).isEmpty();
  }

  @Test
  void aProgramThatFailsByItselfIsNotTuned() {
    SimulatedProgram program =
        new SimulatedProgram(7, 0.03, 3000).lever("a", UNKNOWN, Map.of("on", 1.3));
    Setup wrong = new Setup(List.of(SimulatedProgram.change("a", "on")));
    program.wrong.add("a=on");
    TuneResult result = new TuneLoop(program, wrong, wrong, 12).run();
    assertThat(result.baseline()).isEmpty();
    assertThat(result.stopReason()).contains(new StopReason.ProgramFails("wrong answer"));
    assertThat(program.runs).isLessThanOrEqualTo(2);
  }

  @Test
  void whatHidBehindAnotherBottleneckIsTriedAgain() {
    // b helps only once a is there.
    SimulatedProgram program =
        new SimulatedProgram(8, 0.02, 5000) {
          @Override
          public RunOutcome run(Setup setup) throws Stopped {
            effects.put("b=on", setup.at("a").isPresent() ? 1.5 : 1.0);
            return super.run(setup);
          }
        };
    program.lever("a", OptionalDouble.of(0.3), Map.of("on", 1.3));
    program.lever("b", OptionalDouble.of(0.9), Map.of("on", 1.0));
    TuneResult result = program.tune();
    assertThat(result.steps())
        .extracting(step -> step.attempt().change().lever())
        .containsExactly("a", "b");
  }

  @Test
  void withoutAnyEffectHardlyALoopKeepsAnything() {
    int kept = 0;
    for (int seed = 0; seed < 300; seed++) {
      SimulatedProgram program = new SimulatedProgram(1000 + seed, 0.06, 6000);
      for (int lever = 0; lever < 8; lever++) {
        program.lever("l" + lever, OptionalDouble.of(0.1), Map.of("x", 1.0, "y", 1.0));
      }
      kept += program.tune().steps().isEmpty() ? 0 : 1;
    }
    assertThat(kept / 300.0).isLessThan(0.05);
  }

  private static Lever unasked(String name, double gain) {
    return new Lever(
        RemedyKind.SHUFFLE,
        name,
        List.of(Change.remedy(RemedyKind.SHUFFLE, name, name)),
        OptionalDouble.of(gain),
        new Why.LostTime("fetch-wait", 1, 10),
        false);
  }

  @Test
  void whatTheUserNamedComesBeforeWhatPromisesMore() {
    SimulatedProgram program = new SimulatedProgram(15, 0.02, 3000);
    program.levers.add(unasked("shuffle", 0.9));
    program
        .lever("partitions", UNKNOWN, Map.of("16", 1.0))
        .lever("speculation", OptionalDouble.of(0.001), Map.of("on", 1.0));
    assertThat(program.tune().attempts())
        .extracting(attempt -> attempt.lever().name())
        .containsExactly("partitions", "speculation", "shuffle");
  }

  @Test
  void whatTheBudgetDidNotReachIsListedInTheOrderOfTheirTurns() {
    SimulatedProgram program = new SimulatedProgram(15, 0.02, 130);
    program.levers.add(unasked("shuffle", 0.04));
    program.levers.add(unasked("heap", 0.4));
    program.levers.add(unasked("not worth it", 0.001));
    program
        .lever("partitions", UNKNOWN, Map.of("16", 1.0))
        .lever("mode", UNKNOWN, Map.of("a", 1.0));
    TuneResult result = program.tune();
    assertThat(result.attempts())
        .extracting(attempt -> attempt.lever().name())
        .containsExactly("partitions");
    assertThat(result.notReached())
        .extracting(Lever::name)
        .containsExactly("mode", "heap", "shuffle");
  }

  @Test
  void aBudgetTooShortForOnePairEndsItAfterTheFirstRun() {
    SimulatedProgram program =
        new SimulatedProgram(16, 0.02, 65).lever("a", UNKNOWN, Map.of("on", 1.3));
    TuneResult result = program.tune();
    assertThat(program.runs).isEqualTo(1);
    assertThat(result.stopReason()).contains(new StopReason.BudgetTooShort(10, 110));
    assertThat(result.notReached()).extracting(Lever::name).containsExactly("a");
  }

  @Test
  void theFirstRunMayTakeWhatEachMayTake() {
    List<Double> limits = new ArrayList<>();
    SimulatedProgram program =
        new SimulatedProgram(16, 0.02, 700) {
          @Override
          public RunOutcome firstRun(Setup setup, double mostSeconds) throws Stopped {
            limits.add(mostSeconds);
            throw new Stopped(new StopReason.RunTooLong(700, mostSeconds, 11));
          }
        };
    TuneResult result = program.tune();
    assertThat(limits).containsExactly(100.0);
    assertThat(program.runs).isZero();
    assertThat(result.baseline()).isEmpty();
    assertThat(result.stopReason()).contains(new StopReason.RunTooLong(700, 100, 11));
  }

  @Test
  void whereNothingIsLeftToTryItIsNotObservedAgain() {
    for (boolean more : List.of(false, true)) {
      List<Setup> observed = new ArrayList<>();
      SimulatedProgram program =
          new SimulatedProgram(15, 0.02, 3000) {
            @Override
            public boolean observesToTryOnly() {
              return true;
            }

            @Override
            public SetupObservation observe(Setup setup) throws Stopped {
              observed.add(setup);
              return super.observe(setup);
            }
          };
      program.lever("a", UNKNOWN, Map.of("on", 1.3));
      if (more) {
        program.lever("b", UNKNOWN, Map.of("on", 1.0));
      }
      TuneResult result = program.tune();
      assertThat(result.steps()).hasSize(1);
      assertThat(observed).hasSize(more ? 2 : 1);
      assertThat(result.last().finding()).isEqualTo(more ? "a finding" : "");
      assertThat(result.attempts()).extracting(each -> each.lever().name()).contains("a");
    }
  }

  @Test
  void aBudgetTooShortForOneTestEndsItAfterTheBaseline() {
    SimulatedProgram program =
        new SimulatedProgram(17, 0.02, 105).lever("a", UNKNOWN, Map.of("on", 1.3));
    assertThat(program.tune().stopReason()).contains(new StopReason.BudgetTooShort(10, 110));
    assertThat(program.runs).isEqualTo(4);
  }

  private static boolean wrong(TuneStage stage, String change) {
    return stage instanceof TuneStage.Wrong wrong && wrong.change().text().startsWith(change);
  }
}
