package dev.uncork.protocol.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
  @Test
  void aCountIsReadAsItWasWritten() {
    ProgressLine line = new ProgressLine(1_700_000_000_123L, 4711, OptionalDouble.empty());
    assertThat(line.text()).isEqualTo("1700000000123 4711\n");
    assertThat(ProgressLine.parse(line.text())).hasValue(line);
  }

  @Test
  void aRateIsReadAsItWasWritten() {
    ProgressLine line = new ProgressLine(17, 4711, OptionalDouble.of(12.5));
    assertThat(line.text()).isEqualTo("17 4711 12.5\n");
    assertThat(ProgressLine.parse(line.text())).hasValue(line);
  }

  @Test
  void aLabelIsReadAsItWasWritten() {
    String line = ProgressLine.ofLabel("ops/sec: …");
    assertThat(ProgressLine.label(line)).hasValue("ops/sec: …");
    assertThat(ProgressLine.parse(line)).isEmpty();
    assertThat(ProgressLine.label("17 4711")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "17", "17 x", "17 1 2 3", "99999999999999999999 1", "17  4"})
  void anythingElseHasNoFigures(String line) {
    assertThat(ProgressLine.parse(line)).isEmpty();
  }
}
