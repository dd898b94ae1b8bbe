package dev.uncork.diagnosis.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.price.HandOffCosts.Cost;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.HandOff;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandOffCostsTest {
  private static final HandOffCosts COSTS =
      new HandOffCosts(
          true,
          List.of(
              new Cost(LockClass.MONITOR, 1e-5, 5e-6, 0),
              new Cost(LockClass.MONITOR, 1e-7, 1e-6, 0),
              new Cost(LockClass.REENTRANT, 1e-6, 2e-5, 7e-6)));

  @Test
  void costsBetweenTheLengthsMeasuredLieBetweenTheirCosts() {
    assertThat(seconds(LockClass.MONITOR, 1e-6)).isCloseTo(3e-6, within(1e-9));
    assertThat(seconds(LockClass.MONITOR, 1e-9)).isEqualTo(1e-6);
    assertThat(seconds(LockClass.MONITOR, 1)).isEqualTo(5e-6);
    assertThat(seconds(LockClass.FAIR, 1e-6)).isZero();
  }

  private static double seconds(LockClass lockClass, double holdSeconds) {
    return COSTS.of(lockClass, holdSeconds).seconds();
  }

  @Test
  void aLockThatParksIsFreeUntilSomebodyComesAndSignallingCosts() {
    HandOff found = COSTS.of(LockClass.REENTRANT, 1e-4);
    assertThat(found).isEqualTo(new HandOff(HandOff.Passing.FREE, 2e-5, 7e-6));
    assertThat(LockClass.FAIR.passing()).isEqualTo(HandOff.Passing.GIVEN);
    assertThat(LockClass.MONITOR.passing()).isEqualTo(HandOff.Passing.SEEN);
  }

  @Test
  void aCostThatNoMachineHasIsRefused() {
    assertThatThrownBy(() -> new Cost(LockClass.SPIN, 1e-6, -1, 0)).hasMessageContaining("-1");
  }

  @Test
  void aClassWhoseCostsDifferFromRunToRunIsNotSteady() {
    HandOffCosts costs =
        new HandOffCosts(
            true,
            List.of(
                new Cost(LockClass.FAIR, 1e-6, 1e-5, 0, 12),
                new Cost(LockClass.FAIR, 1e-4, 1e-5, 0, 1.2),
                new Cost(LockClass.REENTRANT, 1e-6, 1e-5, 0, 1.4)));
    assertThat(costs.steady(LockClass.FAIR, 1e-7)).isFalse();
    assertThat(costs.spread(LockClass.FAIR, 1e-7)).isEqualTo(12);
    assertThat(costs.spread(LockClass.FAIR, 1e-5)).isCloseTo(6.6, within(1e-9));
    assertThat(costs.steady(LockClass.FAIR, 1e-3)).isTrue();
    assertThat(costs.steady(LockClass.REENTRANT, 1e-6)).isTrue();
    assertThat(costs.steady(LockClass.SPIN, 1e-6)).isTrue();
    // Of a file without it.
    assertThat(new Cost(LockClass.FAIR, 1e-6, 1e-5, 0, 0).spread()).isEqualTo(1);
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
