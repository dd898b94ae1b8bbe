package dev.uncork.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressPatternTest {
  @Test
  void readsTheFirstGroup() {
    ProgressPattern pattern = ProgressPattern.of("states: (\\d+) of (\\d+)");
    assertThat(pattern.find("12:00 states: 17 of 90")).hasValue(17);
    assertThat(pattern.find("nothing here")).isEmpty();
  }

  @Test
  void understandsThousandsSeparators() {
    ProgressPattern pattern = ProgressPattern.of("done ([\\d,_']+)");
    assertThat(pattern.find("done 1,234,567")).hasValue(1234567);
    assertThat(pattern.find("done 12'345")).hasValue(12345);
  }

  @Test
  void ignoresWhatIsNoNumber() {
    assertThat(ProgressPattern.of("n=(\\S+)").find("n=many")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"states/sec: (\\d+)", "(\\d+) ops/s", "(\\d+) per second: x", "(\\d+)/s\\b"})
  void takesItAsRateWhenTheExpressionSaysSo(String expression) {
    assertThat(ProgressPattern.of(expression).isRate()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"states: (\\d+)", "(\\d+) states generated", "src/set (\\d+)"})
  void takesItAsCountOtherwise(String expression) {
    assertThat(ProgressPattern.of(expression).isRate()).isFalse();
  }

  @Test
  void refusesWhatHasNoGroup() {
    assertThatThrownBy(() -> ProgressPattern.of("\\d+"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has no group");
  }

  @Test
  void refusesWhatIsNoExpression() {
    assertThatThrownBy(() -> ProgressPattern.of("(\\d+"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("not a regular expression");
  }
}
