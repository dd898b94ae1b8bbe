package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DescheduledHolderTest {
  @Test
  void tellsHowOftenAndForHowLongAHolderWasAway() {
    // 450 late acquires a second by 3 threads that wait on average, 3 s in total: 150 times 6.6 ms
    Finding.HolderDescheduled finding =
        found(
                new Scenario(1)
                    .late(450)
                    .run(10, 1, 4)
                    .lock("com.acme.Counter", 10, 3, 500)
                    .diagnose())
            .orElseThrow();

    assertThat(finding.lock().name()).isEqualTo("com.acme.Counter");
    assertThat(finding.timesPerSecond()).isCloseTo(150, within(0.5));
    assertThat(finding.awayNanos()).isBetween(6.6e6, 6.7e6);
    assertThat(finding.throttling()).isEmpty();
    assertThat(finding.location())
        .hasToString("Optional[com.acme.Counter.increment(Counter.java:12)]");
    assertThat(finding.lock().use().longBlocked()).isEqualTo(4500);
  }

  private static NextStep next(Scenario scenario) {
    Finding.HolderDescheduled holder = found(scenario.diagnose()).orElseThrow();
    Finding lock = new Finding.ContendedLock(holder.lock(), 3, 0.5, Optional.empty(), 0);
    return NextStep.after(lock, List.of(lock, holder), scenario.recording());
  }

  @Test
  void onlyWhereSectionsAreKnownToBeShortThereIsNothingToShorten() {
    Scenario scenario =
        new Scenario(1).late(450).run(10, 1, 4).lock("com.acme.Counter", 10, 3, 500);
    assertThat(next(scenario)).isEqualTo(NextStep.SHORTEN_HOLDS);
    scenario.holds("com.acme.Counter", 50_000);
    assertThat(next(scenario)).isEqualTo(NextStep.KEEP_HOLDERS_RUNNING);
    scenario.holds("com.acme.Counter", 5_000_000);
    assertThat(found(scenario.diagnose())).isEmpty();
  }

  @Test
  void namesTheQuotaThatStoppedIt() {
    Finding.HolderDescheduled finding =
        found(
                new Scenario(8)
                    .late(30)
                    .throttled(9)
                    .run(10, 2, 4)
                    .lock("com.acme.Counter", 10, 1, 500)
                    .diagnose())
            .orElseThrow();

    Throttling throttling = finding.throttling().orElseThrow();
    assertThat(throttling.periods()).isEqualTo(90);
    assertThat(throttling.nanos()).isEqualTo(4_500_000_000L);
  }

  @Test
  void longWaitsAtIdleCoresHaveAnotherCause() {
    assertThat(
            found(
                new Scenario(8)
                    .late(450)
                    .run(10, 1, 4)
                    .lock("com.acme.Counter", 10, 3, 500)
                    .diagnose()))
        .isEmpty();
  }

  @Test
  void shortWaitsAreNoSign() {
    assertThat(
            found(new Scenario(1).run(10, 1, 4).lock("com.acme.Counter", 10, 3, 50_000).diagnose()))
        .isEmpty();
  }

  private static Optional<Finding.HolderDescheduled> found(Diagnosis diagnosis) {
    return diagnosis.findings().stream()
        .filter(Finding.HolderDescheduled.class::isInstance)
        .map(Finding.HolderDescheduled.class::cast)
        .findFirst();
  }
}
