package dev.uncork.sparkworkloads.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers are equal whatever the order of rows and the digits of a division, and only then. */
@DefaultTier
class AnswerTest {
  private static Answer answer(Object... values) {
    return Answer.of(List.of(Arrays.asList(values), List.of("other", 1)));
  }

  @Test
  void orderAndLastDigitsDoNotMatter() {
    Answer one = answer("a", new BigDecimal("33.333333"), 5L, null);
    Answer two = Answer.of(List.of(List.of("other", 1.0), Arrays.asList("a", 100.0 / 3, 5, null)));
    assertThat(one.differenceTo(two)).isEmpty();
    assertThat(one.digest()).isEqualTo(two.digest());
  }

  @Test
  void otherValuesDo() {
    assertThat(answer("a", 1).differenceTo(answer("a", 1.00001))).isPresent();
    assertThat(answer("a", 1).differenceTo(answer("b", 1))).isPresent();
    assertThat(answer("a", 1).differenceTo(answer("a", (Object) null))).isPresent();
    assertThat(answer("a", 1).digest()).isNotEqualTo(answer("a", 2).digest());
    assertThat(answer("a").differenceTo(Answer.of(List.of())).orElse(""))
        .contains("2 rows against 0");
  }
}
