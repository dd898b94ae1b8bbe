package dev.uncork.diagnosis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.library.LibraryWaits;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuStacksTest {
  private static final Frame RUN = Frame.parse("com.acme.Main.run(Main.java:3)");
  private static final List<Frame> COUNT =
      List.of(Frame.parse("com.acme.Counter.add(Counter.java:9)"), RUN);
  private static final List<Frame> DRAW =
      List.of(Frame.parse("com.acme.Draw.line(Draw.java:5)"), RUN);
  private static final List<Frame> READ =
      List.of(Frame.parse("sun.nio.ch.EPoll.wait(EPoll.java)"), RUN);
  private static final List<Frame> OURS =
      List.of(Frame.parse("dev.uncork.boot.collect.LockCollector.drain(LockCollector.java:1)"));

  /** 40 core-seconds of work and burnt, of which 16 are burnt where threads count. */
  private static final Ledger LEDGER =
      new Ledger(
              60,
              List.of(
                  new Ledger.Row(RowKind.WORK, 40, List.of(), List.of(4.0)),
                  new Ledger.Row(RowKind.GC, 20, List.of(), List.of(2.0))),
              10,
              0)
          .withBurnt(
              0.4,
              List.of(
                  new Burn(
                      FindingKind.ATOMIC_RETRIES,
                      "com.acme.Counter.sum",
                      Optional.of(COUNT.get(0)),
                      0.4,
                      3,
                      COUNT)));

  private static Samples samples(int count, int draw, int read, int ours) {
    int[] seconds = new int[count + draw + read + ours];
    int[] stacks = new int[seconds.length];
    for (int i = 0; i < stacks.length; i++) {
      stacks[i] = i < count ? 0 : i < count + draw ? 1 : i < count + draw + read ? 2 : 3;
    }
    return new Samples(List.of(COUNT, DRAW, READ, OURS), seconds, new long[seconds.length], stacks);
  }

  private static Root burnt() {
    return LEDGER.roots().stream()
        .filter(root -> root.row() == RowKind.BURNT)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsBurntAtAMethodIsTakenFromItsSamples() {
    CpuStacks stacks = CpuStacks.of(LEDGER, samples(50, 50, 0, 0), new LibraryWaits());

    assertThat(stacks.of(burnt())).containsExactly(new RootSpread.Stack(COUNT, 16));
    assertThat(stacks.work()).extracting(RootSpread.Stack::frames).containsExactly(DRAW, COUNT);
    assertThat(stacks.work().get(0).coreSeconds()).isCloseTo(20, within(1e-6));
    assertThat(stacks.work().get(1).coreSeconds()).isCloseTo(4, within(1e-6));
  }

  @Test
  void threadsThatWaitInNativeCodeAndUncorksOwnDoNoWork() {
    CpuStacks stacks = CpuStacks.of(LEDGER, samples(50, 50, 500, 500), new LibraryWaits());

    assertThat(stacks.work()).extracting(RootSpread.Stack::frames).containsExactly(DRAW, COUNT);
  }

  @Test
  void aFewSamplesSayNothing() {
    CpuStacks stacks = CpuStacks.of(LEDGER, samples(5, 5, 0, 0), new LibraryWaits());

    assertThat(stacks.work()).isEmpty();
    assertThat(stacks.of(burnt())).containsExactly(new RootSpread.Stack(COUNT, 16));
  }
}
