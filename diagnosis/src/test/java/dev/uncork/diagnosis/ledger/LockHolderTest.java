package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.NextStep;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the holder of a hot lock waits for is part of the verdict. */
class LockHolderTest {
  private static final String SEND = "com.acme.Audit.send(Audit.java:5)";
  private static final String SLEEP = "java.lang.Thread.sleep0(Thread.java)";
  private static final String WRITE = "java.io.RandomAccessFile.writeBytes0(RandomAccessFile.java)";
  private static final long WAITED = 19_000_000_000L;

  private static LockUse audit() {
    return new LockUse(
        new LockId("com.acme.Audit", 7, LockKind.MONITOR),
        500,
        WAITED,
        90_000_000,
        0,
        0,
        0,
        List.of(),
        List.of(new LockStack("", List.of(Frame.parse(SEND)), 500, WAITED)),
        List.of());
  }

  private static Optional<Root.Cause> holderWaits(double busyCores, String inside) {
    Looks looks =
        new Looks(2, busyCores)
            .lock(audit())
            .waits("clerk-0", inside, SEND)
            .blocked("clerk-1", "com.acme.Audit", 7, "clerk-0", SEND)
            .blocked("clerk-2", "com.acme.Audit", 7, "clerk-0", SEND)
            .looks(100);
    Diagnosis diagnosis = Diagnosis.of(looks.recording());
    assertThat(diagnosis.verdict()).isInstanceOf(Finding.ContendedLock.class);
    Optional<Root.Cause> waits = ((Finding.ContendedLock) diagnosis.verdict()).holderWaits();
    assertThat(diagnosis.nextStep())
        .isEqualTo(waits.isPresent() ? NextStep.WAIT_UNLOCKED : NextStep.SHORTEN_HOLDS);
    return waits;
  }

  @Test
  void oneThatSleepsIsSaidToSleep() {
    assertThat(holderWaits(0.8, SLEEP).orElseThrow().activity()).isEqualTo(Activity.SLEEP);
  }

  @Test
  void oneInTheKernelWaitsForTheFileWhereTheProgramHardlyWorks() {
    assertThat(holderWaits(0.2, WRITE).orElseThrow().activity()).isEqualTo(Activity.STORAGE);
    assertThat(holderWaits(0.8, WRITE)).as("it may copy what is in memory").isEmpty();
  }
}
