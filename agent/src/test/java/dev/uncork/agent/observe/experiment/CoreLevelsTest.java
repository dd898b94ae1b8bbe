package dev.uncork.agent.observe.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoreLevelsTest {
  private static int[] first(int count, int allCores) {
    CoreLevels levels = new CoreLevels(allCores);
    return IntStream.range(0, count).map(i -> levels.next(allCores)).toArray();
  }

  @Test
  void ofTwoCoresThereIsOneThatIsFewer() {
    assertThat(first(20, 2)).hasSize(20).containsOnly(1);
  }

  @Test
  void eachIsTrustedBeforeTheNextBegins() {
    assertThat(first(12, 16)).containsExactly(2, 2, 2, 4, 4, 4, 8, 8, 8, 1, 1, 1);
    assertThat(first(6, 3)).containsExactly(2, 2, 2, 1, 1, 1);
  }

  @Test
  void whatTheProgramDoesntUseIsNotTakenFromIt() {
    CoreLevels levels = new CoreLevels(16);

    assertThat(IntStream.range(0, 8).map(i -> levels.next(4)))
        .containsExactly(2, 2, 2, 1, 1, 1, 2, 1);
    assertThat(IntStream.range(0, 4).map(i -> levels.next(1))).containsOnly(1);
    assertThat(IntStream.range(0, 4).map(i -> levels.next(16))).containsExactly(4, 4, 4, 8);
  }

  @Test
  void thenAllTakeTurns() {
    assertThat(IntStream.of(first(20, 16)).skip(12)).containsExactly(2, 4, 8, 1, 2, 4, 8, 1);
    for (int allCores : new int[] {4, 6, 64, 384}) {
      int levels = (int) IntStream.of(first(200, allCores)).distinct().count();
      for (int level : IntStream.of(first(levels * 5, allCores)).distinct().toArray()) {
        assertThat(IntStream.of(first(levels * 5, allCores)).filter(one -> one == level))
            .hasSize(5)
            .allMatch(one -> one < allCores);
      }
    }
  }
}
