package dev.uncork.workloads.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import org.junit.jupiter.api.Test;

@DefaultTier
class LockFiguresTest {
  private static final long LONG_NANOS = 3_600_000_000_000L;

  @Test
  void sectionsWantedBeforeItBeginsAreLeftOut() {
    long from = System.nanoTime();
    LockFigures figures = new LockFigures(from);
    figures.section(from - 1, from + 10);
    assertThat(figures.in(1)).startsWith("0.0 sections/s, 0.00/s contended, 0.00/s holder");
    figures.section(from, from + LONG_NANOS);
    assertThat(figures.in(1)).startsWith("1.0 sections/s, 1.00/s contended, 0.00/s holder");
  }

  @Test
  void waitsOfFiftyMicrosecondsAreContended() {
    long now = System.nanoTime() + LONG_NANOS; // so that nothing was held for long
    LockFigures figures = new LockFigures(now);
    figures.section(now, now + 49_999);
    figures.section(now, now + 50_000);
    assertThat(figures.in(2)).startsWith("1.0 sections/s, 0.50/s contended, 0.00/s holder");
  }

  @Test
  void longSectionIsOneWhoseHolderWasAway() {
    long now = System.nanoTime();
    LockFigures figures = new LockFigures(now - LONG_NANOS);
    figures.section(now - LONG_NANOS, now - LONG_NANOS);
    assertThat(figures.in(1)).startsWith("1.0 sections/s, 0.00/s contended, 1.00/s holder");
  }

  @Test
  void threadsAreCompared() throws InterruptedException {
    long now = System.nanoTime();
    LockFigures figures = new LockFigures(now);
    for (int i = 0; i < 3; i++) {
      figures.section(now, now);
    }
    Thread other = new Thread(() -> figures.section(now, now));
    other.start();
    other.join();
    figures.section(now, now);
    // (4 + 1)^2 / (2 (16 + 1)); steps of 1, 1 and 2 deviate by 0.471.
    assertThat(figures.in(1)).contains("Jain's index 0.73529, dispersion 0.471, ");
  }
}
