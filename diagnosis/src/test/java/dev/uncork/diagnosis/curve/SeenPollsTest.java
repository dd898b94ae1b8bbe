package dev.uncork.diagnosis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadUse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenPollsTest {
  private static final List<Frame> YIELDS =
      List.of(
          Frame.parse("java.lang.Thread.yield0(Native Method)"),
          Frame.parse("java.lang.Thread.yield(Thread.java:420)"),
          Frame.parse("com.acme.Gate.await(Gate.java:7)"));
  private static final List<Frame> WORKS =
      List.of(Frame.parse("com.acme.Shop.price(Shop.java:40)"));

  private static List<Burn> burns(double cpuShare, List<Frame> stack, ThreadUse... uses) {
    List<Snapshot> looks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      looks.add(
          new Snapshot(
              i * 100L, List.of(thread(1, cpuShare, stack), thread(2, 1, WORKS)), List.of()));
    }
    return SeenPolls.burns(looks, List.of(uses));
  }

  private static List<Frame> inSelector(String method) {
    return List.of(
        Frame.parse("sun.nio.ch.EPoll.wait(Native Method)"),
        Frame.parse("sun.nio.ch.SelectorImpl." + method + "(SelectorImpl.java:152)"),
        Frame.parse("com.acme.Loop.turn(Loop.java:7)"));
  }

  private static ThreadSample thread(long id, double cpuShare, List<Frame> stack) {
    return new ThreadSample(
        id,
        "worker-" + id,
        Thread.State.RUNNABLE,
        (float) cpuShare,
        1,
        stack,
        ThreadSample.Blocker.NONE,
        0);
  }

  @Test
  void aThreadThatYieldsOnItsOwnCoreSpins() {
    List<Burn> burns = burns(1, YIELDS);
    assertThat(burns).hasSize(1);
    assertThat(burns.get(0).kind()).isEqualTo(FindingKind.SPINNING);
    assertThat(burns.get(0).share()).isCloseTo(0.5, within(0.01));
    assertThat(burns.get(0).site().orElseThrow().method()).isEqualTo("await");
  }

  @Test
  void aThreadThatMostlyAsksForWhatHasComeSpinsThoughOthersShareItsCore() {
    List<Frame> asks = inSelector("selectNow");
    List<Burn> burns = burns(0.5, asks);
    assertThat(burns).hasSize(1);
    assertThat(burns.get(0).share()).isCloseTo(0.33, within(0.01));
    List<Snapshot> looks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      looks.add(
          new Snapshot(i * 100L, List.of(thread(1, 0.5, i % 3 == 0 ? asks : WORKS)), List.of()));
    }
    assertThat(SeenPolls.burns(looks, List.of())).as("who asks between tasks").isEmpty();
  }

  @Test
  void anEventLoopSpinsThatSelectsAndNeverWaits() {
    List<Frame> selects = inSelector("select");
    for (long nanosPerTurn : new long[] {60_000, 2_000_000}) {
      ThreadUse use = new ThreadUse(1, "worker-1", 2_000_000_000, 0, 1, 0, nanosPerTurn);
      List<Burn> burns = burns(0.5, selects, use);
      assertThat(burns).as("turns of " + nanosPerTurn).hasSize(nanosPerTurn > 1e6 ? 1 : 0);
    }
    ThreadUse restless = new ThreadUse(1, "worker-1", 2_000_000_000, 0, 1, 0, 2_000_000);
    ThreadUse waits = new ThreadUse(2, "worker-1", 2_000_000_000, 0, 1, 0, 60_000);
    assertThat(burns(0.5, selects, restless, waits)).as("which of both?").isEmpty();
    assertThat(burns(0.02, selects, restless)).as("hardly runs").isEmpty();
  }

  @Test
  void whoGivesItsCoreToOthersDoesNot() {
    assertThat(burns(0.6, YIELDS)).isEmpty();
    assertThat(burns(1, WORKS)).isEmpty();
  }
}
