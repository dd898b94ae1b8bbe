package dev.uncork.agent.remedy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.agent.observe.demand.DemandMeasurement;
import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.event.ContendedLockEvent;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session does with its remedies, whatever one of them does. */
class RemediesTest {
  private final List<String> calls = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, String> outcomes = new LinkedHashMap<>();
  private final FakeRemedy first = new FakeRemedy("first", AgentOption.RESERVE, calls);
  private final FakeRemedy second = new FakeRemedy("second", AgentOption.COUNTER, calls);
  private final FakeRemedy third = new FakeRemedy("third", AgentOption.TICK, calls);

  private final Observed observed =
      new Observed(new DemandMeasurement(noInstrumentation(), () -> 0, false), 0, null);

  private static Instrumentation noInstrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            RemediesTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              throw new AssertionError(method + " was called");
            });
  }

  private Remedies asked(String... options) {
    Map<String, String> given = new HashMap<>(Map.of("session", "/session", "lib", "/lib"));
    Map<String, AgentOption<String>> known =
        Map.of(
            "first", AgentOption.RESERVE, "second", AgentOption.COUNTER, "third", AgentOption.TICK);
    for (String option : options) {
      given.put(known.containsKey(option) ? known.get(option).label() : option, "com.acme.*");
    }
    List<Remedy.Kind> kinds =
        List.of(
            first.kind(Remedy.Need.COMPILATIONS),
            second.kind(Remedy.Need.DEMAND_OF_WARM_LOCKS),
            third.kind());
    return new Remedies(kinds, AgentOptions.of(given), warnings::add);
  }

  private Remedies started(String... options) {
    Remedies remedies = asked(options);
    remedies.start(null, outcomes::put);
    return remedies;
  }

  /** The calls of what is done now. */
  private List<String> calls(Runnable done) {
    calls.clear();
    done.run();
    return List.copyOf(calls);
  }

  @Test
  void areMadeThenStartedInOrderAndUndoneBackwards() {
    Remedies remedies = started("third", "first", "second");
    assertThat(calls)
        .containsExactly(
            "first make",
            "second make",
            "third make",
            "first start",
            "second start",
            "third start");
    assertThat(outcomes)
        .containsExactly(Map.entry("first", ""), Map.entry("second", ""), Map.entry("third", ""));
    assertThat(calls(() -> remedies.second(1, observed)))
        .containsExactly("first second", "second second", "third second");
    assertThat(calls(() -> assertThat(remedies.undo("it is over")).isEmpty()))
        .containsExactly("third undo", "second undo", "first undo");
    assertThat(remedies.summaries()).containsExactly("first: done", "second: done", "third: done");
    assertThat(warnings).isEmpty();
  }

  @Test
  void whatNobodyAskedForIsNotEvenMade() {
    Remedies remedies = started("second");
    assertThat(calls).containsExactly("second make", "second start");
    assertThat(remedies.mayNeed(Remedy.Need.COMPILATIONS)).isFalse();
    assertThat(remedies.need(Remedy.Need.DEMAND_OF_WARM_LOCKS)).isTrue();
    assertThat(started().isEmpty()).isTrue();
  }

  @Test
  void optionThatNoRemedyHasIsOneClearError() {
    assertThatThrownBy(() -> asked("second", "fourth"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "agent option fourth is unknown, and no remedy has that name; there are first, second,"
                + " third");
  }

  @Test
  void withoutWhatAllNeedNoneIsMadeAndEachSaysSo() {
    Remedies remedies = asked("first", "third");
    remedies.start("needs the collector", outcomes::put);
    assertThat(calls).isEmpty();
    assertThat(outcomes)
        .containsExactly(
            Map.entry("first", "needs the collector"), Map.entry("third", "needs the collector"));
    assertThat(remedies.isEmpty()).isTrue();
    assertThat(remedies.mayNeed(Remedy.Need.COMPILATIONS)).isTrue();
    assertThat(remedies.need(Remedy.Need.COMPILATIONS)).isFalse();
  }

  @Test
  void whatCannotStartSaysWhyAndIsLeftAlone() {
    second.refusing("the kernel lacks it");
    Remedies remedies = started("first", "second");
    assertThat(outcomes).containsEntry("first", "").containsEntry("second", "the kernel lacks it");
    assertThat(calls(() -> remedies.undo("it is over"))).containsExactly("first undo");
    assertThat(remedies.summaries()).containsExactly("first: done");
  }

  @Test
  void whatCannotBeMadeSaysSoAndTheOthersStart() {
    first.failingIn("make");
    started("first", "second");
    assertThat(calls).containsExactly("first make", "second make", "second start");
    assertThat(outcomes)
        .containsEntry("first", "internal error: java.lang.IllegalStateException: first broke")
        .containsEntry("second", "");
  }

  @Test
  void whatBreaksAtItsStartIsTakenBackAndTheOthersStart() {
    first.failingIn("start");
    Remedies remedies = started("first", "second");
    assertThat(calls)
        .containsExactly("first make", "second make", "first start", "first undo", "second start");
    assertThat(outcomes)
        .containsEntry("first", "internal error: java.lang.IllegalStateException: first broke")
        .containsEntry("second", "");
    assertThat(calls(() -> remedies.undo("it is over"))).containsExactly("second undo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"recordingStarted", "listeners", "lock", "second", "pauseSeconds", "isTrying"})
  void whatBreaksLaterIsTakenBackOnceAndTheOthersGoOn(String step) {
    first.failingIn(step);
    Remedies remedies = started("first", "second");
    List<String> done = calls(() -> everyStep(remedies));
    assertThat(done).containsOnlyOnce("first undo", "first " + step);
    assertThat(done.subList(done.indexOf("first undo") + 1, done.size()))
        .filteredOn(call -> call.startsWith("first"))
        .containsExactly("first emit");
    assertThat(done).contains("second " + step, "second isTrying", "second emit");
    assertThat(warnings)
        .containsExactly("first was switched off: java.lang.IllegalStateException: first broke");
    assertThat(remedies.summaries()).containsExactly("first: done", "second: done");
  }

  private void everyStep(Remedies remedies) {
    remedies.recordingStarted();
    remedies
        .listeners()
        .forEach(
            listener ->
                listener.lock(
                    new LockCounts.LockKey(LockKind.MONITOR, 2, 3),
                    "com.acme.Queue",
                    new ContendedLockEvent()));
    remedies.second(1, observed);
    remedies.pauseSeconds();
    remedies.isTrying();
    remedies.emit();
  }

  @Test
  void lastEventsOfOneDoNotCostThoseOfAnother() {
    first.failingIn("emit");
    Remedies remedies = started("first", "second");
    assertThat(calls(remedies::emit)).containsExactly("first emit", "second emit");
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("first: its last events are missing");
  }

  @Test
  void whatCannotBeTakenBackDoesNotKeepTheOthers() {
    second.failingIn("undo");
    third.leaving("a class keeps its code");
    Remedies remedies = started("first", "second", "third");
    List<String> left = new ArrayList<>();
    assertThat(calls(() -> left.addAll(remedies.undo("it is over"))))
        .containsExactly("third undo", "second undo", "first undo");
    assertThat(left)
        .containsExactly(
            "a class keeps its code",
            "second could not be taken back: java.lang.IllegalStateException: second broke");
  }

  @Test
  void sumUpAlthoughOneCannot() {
    first.failingIn("summary");
    assertThat(started("first", "second").summaries())
        .containsExactly(
            "first: can't say what it did: java.lang.IllegalStateException: first broke",
            "second: done");
  }

  @Test
  void undoneTwiceTheyTryOnceMoreToTakeBackWhatIsLeft() {
    first.leaving("a class keeps its code");
    Remedies remedies = started("first", "second");
    assertThat(remedies.undo("on request")).containsExactly("a class keeps its code");
    first.leaving(null);
    assertThat(remedies.undo("the session ended")).isEmpty();
    assertThat(remedies.summaries()).containsExactly("first: done", "second: done");
  }

  @Test
  void oneMayPauseTheCollectorWhileOthersRun() {
    second.pausing(4);
    Remedies remedies = started("first", "second", "third");
    assertThat(remedies.pauseSeconds()).isEqualTo(4);
    third.pausing(1);
    assertThat(remedies.pauseSeconds()).as("the shorter one").isEqualTo(1);
    second.pausing(0);
    third.pausing(0);
    assertThat(remedies.pauseSeconds()).isZero();
  }

  @Test
  void pauseEndsWithTheRemedyThatWantedIt() {
    first.pausing(4).failingIn("second");
    Remedies remedies = started("first", "second");
    assertThat(remedies.pauseSeconds()).isEqualTo(4);
    remedies.second(1, observed);
    assertThat(remedies.pauseSeconds()).isZero();
  }

  @Test
  void trialOfOneIsATrial() {
    Remedies remedies = started("first", "second");
    assertThat(remedies.isTrying()).isFalse();
    second.trying();
    assertThat(remedies.isTrying()).isTrue();
  }
}
