package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReservationLitmusTest {
  @Test
  void comesToAnEndWhenTheOwnerNeverLeaves() {
    ReservationProtocol reservation = new ReservationProtocol(null);
    assertThat(reservation.enter()).isTrue();
    reservation.close();

    assertThat(ReservationLitmus.awaitIdle(reservation, System.nanoTime() + 20_000_000)).isFalse();
  }

  @Test
  void goesOnWhenTheOwnerHasLeft() {
    ReservationProtocol reservation = new ReservationProtocol(null);
    assertThat(reservation.enter()).isTrue();
    reservation.close();
    reservation.exit();

    assertThat(ReservationLitmus.awaitIdle(reservation, System.nanoTime() - 1)).isTrue();
  }
}
