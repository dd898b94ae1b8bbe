package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.FindingKind;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void aLockThatKeepsTwoCoresPartlyIdleIsNamedWithItsSourceLine() {
    Diagnosis diagnosis =
        new Scenario(2).run(10, 1.2, 8).lock("com.acme.Counter", 10, 6, 50_000).diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(diagnosis.verdict().location())
        .hasToString("Optional[com.acme.Counter.increment(Counter.java:12)]");
    assertThat(diagnosis.topLockGain().orElseThrow().atMostShare()).isCloseTo(0.667, within(0.01));
  }

  @Test
  void onSixtyFourCoresTheBoundIsTheBlockedThreadsOrTheUnusedCores() {
    Gain fewBlocked =
        new Scenario(64)
            .run(10, 20, 64)
            .lock("com.acme.Counter", 10, 10, 50_000)
            .diagnose()
            .topLockGain()
            .orElseThrow();
    Gain manyBlocked =
        new Scenario(64)
            .run(10, 20, 200)
            .lock("com.acme.Counter", 10, 170, 50_000)
            .diagnose()
            .topLockGain()
            .orElseThrow();

    assertThat(fewBlocked.atMostShare()).isCloseTo(0.5, within(0.01));
    assertThat(manyBlocked.atMostShare()).isCloseTo(44 / 20.0, within(0.01));
  }

  @Test
  void whatAProgramDidWhileItStartedDoesNotLowerTheBoundOfALock() {
    Gain gain =
        new Scenario(2)
            .run(4, 2, 8)
            .run(6, 0.2, 8)
            .lock("com.acme.Counter", 6, 6, 50_000)
            .diagnose()
            .topLockGain()
            .orElseThrow();

    assertThat(gain.atMostShare()).isCloseTo(1.8 / 0.2, within(0.01));
  }

  @Test
  void aLockThatBlocksWhileAllCoresAreBusyIsNotTheBottleneck() {
    Diagnosis diagnosis =
        new Scenario(2).run(10, 1.98, 8).lock("com.acme.Counter", 10, 6, 200).diagnose();

    assertThat(verdict(diagnosis, Finding.Healthy.class).locksBlock()).isTrue();
    assertThat(diagnosis.locks()).hasSize(1);
  }

  @Test
  void aConvoyThatEatsTheBusyCoresIs() {
    Diagnosis diagnosis =
        new Scenario(2)
            .system(0.4, 60_000)
            .run(10, 1.98, 8)
            .lock("com.acme.Counter", 10, 6, 50_000)
            .diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    Gain gain = verdict(diagnosis, Finding.ContendedLock.class).gain().orElseThrow();
    assertThat(gain.fromSwitchingShare()).isCloseTo(0.4, within(0.001));
  }

  @Test
  void timeInTheKernelIsNotThatOfALockAtWhichFewBlock() {
    Diagnosis diagnosis =
        new Scenario(2)
            .system(0.3, 5_000)
            .run(10, 1.98, 8)
            .lock("com.acme.Counter", 10, 0.4, 1_100)
            .diagnose();
    assertThat(diagnosis.topLockGain().orElseThrow().fromSwitchingShare()).isLessThan(0.03);
    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HEALTHY);
  }

  @Test
  void aSemaphoreIsNoLock() {
    Diagnosis diagnosis =
        new Scenario(2)
            .system(0.4, 60_000)
            .run(10, 1.98, 8)
            .lock("java.util.concurrent.Semaphore$NonfairSync", 10, 0.9, 50_000)
            .diagnose();
    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HEALTHY);
    assertThat(diagnosis.locks()).hasSize(1);
  }

  @Test
  void aLockThatHardlyEverBlocksIsNotTheBottleneckOfBusyCores() {
    Diagnosis diagnosis =
        new Scenario(2).run(10, 1.8, 4).lock("com.acme.Queue", 10, 0.15, 200).diagnose();
    assertThat(diagnosis.findings().get(0).savedShareAtMost()).isBetween(0.05, 0.09);
    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HEALTHY);
  }

  @Test
  void aConvoyIsSeenWithoutCountsOfSwitchesToo() {
    Scenario scenario = new Scenario(2).system(0.4, 0).run(10, 1.98, 8);

    assertThat(scenario.lock("com.acme.Counter", 10, 6, 50_000).diagnose().verdict().kind())
        .isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void aSerialEndPhaseIsNamed() {
    Diagnosis diagnosis = new Scenario(8).run(10, 7.9, 8).run(6, 1, 1).diagnose();

    Finding.SerialPhase serial = verdict(diagnosis, Finding.SerialPhase.class);
    assertThat(serial.serialSeconds()).isEqualTo(6);
    assertThat(serial.seconds()).isEqualTo(16);
    assertThat(serial.longest().thread()).isEqualTo("main");
    assertThat(diagnosis.phases()).hasSize(2);
    assertThat(diagnosis.phases().get(1).kind()).isEqualTo(Phase.Kind.SERIAL);
    assertThat(diagnosis.phases().get(1).fromSecond()).isEqualTo(10);
  }

  @Test
  void oneRunningThreadWithOthersBlockedIsTheLockNotASerialPhase() {
    Diagnosis diagnosis =
        new Scenario(8).run(10, 1, 1).lock("com.acme.Counter", 10, 7, 900).diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void busyCoresAreHealthy() {
    Diagnosis diagnosis = new Scenario(4).run(10, 3.9, 4).diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HEALTHY);
    assertThat(diagnosis.findings()).allMatch(finding -> finding.savedShareAtMost() < 0.05);
  }

  @Test
  void threadsThatWaitALittleForEachOtherAreHealthy() {
    Diagnosis diagnosis = new Scenario(2).run(17, 1.97, 4).run(3, 1, 1).diagnose();

    assertThat(diagnosis.findings().get(0).savedShareAtMost()).isCloseTo(0.075, within(0.001));
    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HEALTHY);
  }

  @Test
  void oneCoreThatIsBusyIsHealthy() {
    assertThat(new Scenario(1).run(10, 1, 1).diagnose().verdict().kind())
        .isEqualTo(FindingKind.HEALTHY);
  }

  @Test
  void fewerBusyThreadsThanCoresAreTooFew() {
    Diagnosis diagnosis = new Scenario(64).run(10, 8, 8).diagnose();

    assertThat(verdict(diagnosis, Finding.TooFewThreads.class).cores()).isEqualTo(64);
  }

  @Test
  void pausesAreGcAndExplicitOnesAreCounted() {
    Scenario scenario = new Scenario(2).run(10, 1.6, 4);
    for (int s = 0; s < 10; s++) {
      scenario.gc(s, 0.4, s % 2 == 0 ? "System.gc()" : "Allocation Failure");
    }
    Diagnosis diagnosis = scenario.diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.GC);
    assertThat(diagnosis.verdict().savedShareAtMost()).isCloseTo(0.4, within(0.001));
    assertThat(diagnosis.process().explicitGcs()).isEqualTo(5);
  }

  @Test
  void shortPausesForGarbageAreHealthy() {
    Scenario scenario = new Scenario(2).run(10, 1.9, 4);
    for (int s = 0; s < 10; s++) {
      scenario.gc(s, 0.06, "Allocation Failure");
    }
    assertThat(scenario.diagnose().verdict().kind()).isEqualTo(FindingKind.HEALTHY);
  }

  @Test
  void muchWritingWithUnusedCoresIsIo() {
    Diagnosis diagnosis =
        new Scenario(4).writes(100_000_000).system(0.3, 5000).run(10, 2, 40).diagnose();

    assertThat(verdict(diagnosis, Finding.Writing.class).process().writeRate())
        .isCloseTo(100e6, within(1e6));
  }

  @Test
  void theLastSecondCountsForWhatThereIsOfIt() {
    Diagnosis diagnosis =
        new Scenario(2)
            .writes(40_000_000)
            .run(1, 2, 8)
            .run(1, 1.2, 8)
            .lock("com.acme.Log", 1, 0.25, 500)
            .cut(0.25)
            .diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(diagnosis.findings().get(0).savedShareAtMost()).isCloseTo(0.08, within(0.002));
  }

  @Test
  void nothingToDoIsIdle() {
    assertThat(new Scenario(4).run(10, 0.02, 1).diagnose().verdict().kind())
        .isEqualTo(FindingKind.IDLE);
    assertThat(new Scenario(4).run(10, 1.2, 200).diagnose().verdict().kind())
        .isEqualTo(FindingKind.IDLE);
  }

  @Test
  void coresTakenByOthersAreSaid() {
    assertThat(new Scenario(4).others(0.7).run(10, 1.2, 8).diagnose().verdict().kind())
        .isEqualTo(FindingKind.MACHINE_BUSY);
  }

  @Test
  void tooLittleIsUnknown() {
    assertThat(new Scenario(0).diagnose().verdict()).isEqualTo(new Finding.Unknown(true, 0));
  }

  @Test
  void whatALockCostsLeavesTheRankingToTheGreatestLoss() {
    Diagnosis diagnosis =
        new Scenario(8)
            .run(10, 7, 8)
            .lock("com.acme.Counter", 10, 0.6, 900)
            .run(20, 1, 1)
            .diagnose();

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(diagnosis.findings())
        .extracting(Finding::kind)
        .containsSubsequence(FindingKind.SERIAL_PHASE, FindingKind.CONTENDED_LOCK);
  }

  private static <T extends Finding> T verdict(Diagnosis diagnosis, Class<T> kind) {
    assertThat(diagnosis.verdict()).isInstanceOf(kind);
    return kind.cast(diagnosis.verdict());
  }
}
