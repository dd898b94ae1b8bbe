package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DescheduledHolderTest {
  @Test
  void tellsHowOftenAndForHowLongAHolderWasAway() {
    // 450 late acquires a second by 3 threads that wait on average, 3 s in total: 150 times 6.6 ms
    Finding finding =
        found(
                new Scenario(1)
                    .late(450)
                    .run(10, 1, 4)
                    .lock("com.acme.Counter", 10, 3, 500)
                    .diagnose())
            .orElseThrow();

    assertThat(finding.text())
        .contains("com.acme.Counter")
        .contains("descheduled about 150 times a second for 6.6")
        .contains("more stripes won't help");
    assertThat(finding.location()).isEqualTo("com.acme.Counter.increment(Counter.java:12)");
    assertThat(finding.evidence().get(0)).contains("4,500 of 5,000 blocked acquires");
  }

  @Test
  void namesTheQuotaThatStoppedIt() {
    Finding finding =
        found(
                new Scenario(8)
                    .late(30)
                    .throttled(9)
                    .run(10, 2, 4)
                    .lock("com.acme.Counter", 10, 1, 500)
                    .diagnose())
            .orElseThrow();

    assertThat(finding.text())
        .contains("by the control group's CPU quota")
        .contains("CPU throttling")
        .contains("90 periods (nr_throttled)")
        .contains("4.5");
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

  private static Optional<Finding> found(Diagnosis diagnosis) {
    return diagnosis.findings().stream()
        .filter(finding -> finding.kind() == FindingKind.HOLDER_DESCHEDULED)
        .findFirst();
  }
}
