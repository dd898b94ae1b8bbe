package dev.uncork.diagnosis.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.price.HandOffCosts.Cost;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandOffCostsTest {
  private static final HandOffCosts COSTS =
      new HandOffCosts(
          true,
          List.of(
              new Cost(LockClass.MONITOR, 1e-5, 5e-6), new Cost(LockClass.MONITOR, 1e-7, 1e-6)));

  @Test
  void costsBetweenTheLengthsMeasuredLieBetweenTheirCosts() {
    assertThat(COSTS.seconds(LockClass.MONITOR, 1e-6)).isCloseTo(3e-6, within(1e-9));
    assertThat(COSTS.seconds(LockClass.MONITOR, 1e-9)).isEqualTo(1e-6);
    assertThat(COSTS.seconds(LockClass.MONITOR, 1)).isEqualTo(5e-6);
    assertThat(COSTS.seconds(LockClass.FAIR, 1e-6)).isZero();
  }

  @Test
  void theClassOfALockIsReadFromItsName() {
    String locks = "java.util.concurrent.locks.";
    assertThat(LockClass.of("com.acme.A", true)).isEqualTo(LockClass.MONITOR);
    assertThat(LockClass.of(locks + "ReentrantLock$NonfairSync", false))
        .isEqualTo(LockClass.REENTRANT);
    assertThat(LockClass.of(locks + "ReentrantLock$FairSync", false)).isEqualTo(LockClass.FAIR);
    assertThat(LockClass.of(locks + "ReentrantReadWriteLock$NonfairSync", false))
        .isEqualTo(LockClass.READ_WRITE);
  }
}
