package dev.uncork.agent.observe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BusyShareTest {
  private static final long SECOND = 1_000_000_000L;

  private final BusyShare busy = new BusyShare();

  @Test
  void isTheCpuTimeOverThatOfAllCpus() {
    busy.add(7 * SECOND, 100 * SECOND, 2);
    assertThat(busy.share()).isZero();
    busy.add(10 * SECOND, 102 * SECOND, 2);
    assertThat(busy.share()).isEqualTo(0.75f);
  }

  @Test
  void cpuTimeThatWasReadLateBelongsToTheTimeThatFollows() {
    busy.add(0, 0, 2);
    // Read 16 s after the clock, in which two CPUs were used throughout.
    busy.add(34 * SECOND, SECOND, 2);
    assertThat(busy.share()).isEqualTo(1);
    busy.add(40 * SECOND, 20 * SECOND, 2);
    assertThat(busy.share()).isEqualTo(1);
    busy.add(41 * SECOND, 21 * SECOND, 2);
    assertThat(busy.share()).isCloseTo(0.5f, within(0.01f));
  }

  @Test
  void aClockThatStandsStillChangesNothing() {
    busy.add(0, 0, 4);
    busy.add(2 * SECOND, SECOND, 4);
    busy.add(2 * SECOND, SECOND, 4);
    assertThat(busy.share()).isEqualTo(0.5f);
  }
}
