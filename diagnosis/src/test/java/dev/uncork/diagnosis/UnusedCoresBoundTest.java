package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.ledger.Seconds;
import dev.uncork.recording.Recording;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnusedCoresBoundTest {
  private static final int SECONDS = 10;

  private static Ledger.Row row(RowKind kind, double cores) {
    return new Ledger.Row(kind, SECONDS * cores, List.of(), Collections.nCopies(SECONDS, cores));
  }

  /** Eight threads on two cores, of which 1.6 are busy. */
  private static Scenario scenario() {
    return new Scenario(2).run(SECONDS, 1.6, 8);
  }

  private static Gain gain(Scenario scenario, Ledger.Row... rows) {
    Recording recording = scenario.recording();
    Ledger ledger = new Ledger(2 * SECONDS, List.of(rows), 1, 0);
    return UnusedCoresBound.of(
            recording.locks().get(0), recording, Seconds.of(recording, 2), ledger)
        .orElseThrow();
  }

  @Test
  void whatTheJvmUsesDoesNotGrowWithTheOperations() {
    Scenario scenario = scenario().lock("com.acme.Counter", SECONDS, 6, 500);
    Gain gain =
        gain(
            scenario, row(RowKind.WORK, 1.3), row(RowKind.COMPILATION, 0.2), row(RowKind.JVM, 0.1));
    assertThat(gain.atMostShare())
        .as("0.4 unused cores and 0.3 of the JVM's beside the 1.3 that work")
        .isCloseTo(0.7 / 1.3, within(0.01));
  }

  @Test
  void whatAThreadDoesThatHoldsTheLockForOtherEndsDoesNotGrowWithTheOperations() {
    Scenario scenario =
        scenario()
            .thread("scraper", 0.4 * SECONDS, 1)
            .thread("worker-3", 0.3 * SECONDS, 0)
            .lockHeldBy("scraper", SECONDS, 6, 500);
    assertThat(gain(scenario, row(RowKind.WORK, 1.6)).atMostShare())
        .as("0.4 unused cores and the 0.4 of the scraper beside the 1.2 that work")
        .isCloseTo(0.8 / 1.2, within(0.01));
  }

  @Test
  void ofSeveralThreadsOfThatNameNoneIsApart() {
    Scenario scenario =
        scenario()
            .thread("scraper", 0.2 * SECONDS, 1)
            .thread("scraper", 0.2 * SECONDS, 0)
            .lockHeldBy("scraper", SECONDS, 6, 500);
    assertThat(gain(scenario, row(RowKind.WORK, 1.6)).atMostShare())
        .isCloseTo(0.4 / 1.6, within(0.01));
  }

  @Test
  void whoHoldsTheLockWhereOthersWaitDoesWhatTheyDo() {
    Scenario scenario =
        scenario().thread("worker-3", 0.4 * SECONDS, 1).lock("com.acme.Counter", SECONDS, 6, 500);
    assertThat(gain(scenario, row(RowKind.WORK, 1.6)).atMostShare())
        .isCloseTo(0.4 / 1.6, within(0.01));
  }
}
