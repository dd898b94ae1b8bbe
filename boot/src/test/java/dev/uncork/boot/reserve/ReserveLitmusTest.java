package dev.uncork.boot.reserve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReserveLitmusTest {
  @Test
  void comesToAnEndWhenTheOwnerNeverLeaves() {
    MonitorReservation reservation = new MonitorReservation(null, null);
    assertThat(reservation.enter()).isTrue();
    reservation.close();

    assertThat(ReserveLitmus.awaitIdle(reservation, System.nanoTime() + 20_000_000)).isFalse();
  }

  @Test
  void goesOnWhenTheOwnerHasLeft() {
    MonitorReservation reservation = new MonitorReservation(null, null);
    assertThat(reservation.enter()).isTrue();
    reservation.close();
    reservation.exit();

    assertThat(ReserveLitmus.awaitIdle(reservation, System.nanoTime() - 1)).isTrue();
  }
}
