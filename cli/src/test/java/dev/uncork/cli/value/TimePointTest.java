package dev.uncork.cli.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimePointTest {
  private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-11-21T14:00:00+01:00");

  @ParameterizedTest
  @CsvSource({
    "13:30, 2026-11-21T12:30:00Z",
    "14:30, 2026-11-20T13:30:00Z",
    "13:30:15, 2026-11-21T12:30:15Z",
    "2026-11-20T14:30, 2026-11-20T13:30:00Z",
    "2026-11-20T14:30:00Z, 2026-11-20T14:30:00Z",
    "90m, 2026-11-21T11:30:00Z",
    "2d, 2026-11-19T13:00:00Z"
  })
  void timesAsPeopleWriteThem(String text, Instant expected) {
    assertThat(TimePoint.convert(text, NOW)).isEqualTo(expected);
  }

  @Test
  void anythingElseIsRefused() {
    assertThatThrownBy(() -> TimePoint.convert("25:00", NOW))
        .hasMessageContaining("'25:00' is not");
    assertThatThrownBy(() -> TimePoint.convert("now", NOW)).hasMessageContaining("for example");
  }
}
