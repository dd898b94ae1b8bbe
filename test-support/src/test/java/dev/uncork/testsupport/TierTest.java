package dev.uncork.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TierTest {
  @Test
  void aTestWithoutATagIsFast() {
    assertThat(Tier.of(List.of())).isEqualTo(Tier.FAST);
    assertThat(Tier.of(List.of("something else"))).isEqualTo(Tier.FAST);
  }

  @Test
  void whatAMethodSaysWinsOverWhatItsClassSays() {
    assertThat(Tier.of(List.of("default"))).isEqualTo(Tier.DEFAULT);
    assertThat(Tier.of(List.of("default", "fast"))).isEqualTo(Tier.FAST);
    assertThat(Tier.of(List.of("default", "all"))).isEqualTo(Tier.ALL);
    assertThat(Tier.of(List.of("all", "fast"))).isEqualTo(Tier.FAST);
  }

  @Test
  void oneStandsForTheOthersButInTheSlowestTier() {
    assertThat(Tier.FAST.choose(List.of(17, 25))).containsExactly(17);
    assertThat(Tier.DEFAULT.choose(List.of(17, 25))).containsExactly(17);
    assertThat(Tier.ALL.choose(List.of(17, 25))).containsExactly(17, 25);
    assertThat(Tier.FAST.choose(List.of())).isEmpty();
  }
}
