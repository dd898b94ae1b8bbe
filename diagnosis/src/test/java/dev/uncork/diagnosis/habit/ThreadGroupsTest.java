package dev.uncork.diagnosis.habit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadGroupsTest {
  private final ThreadGroups groups = new ThreadGroups();

  @ParameterizedTest
  @CsvSource({
    "worker-1, worker-1, worker-1",
    "worker-9, worker-10, worker-*",
    "http-80-1, http-80-2, http-80-*",
    "C3P0-a8b-1, C3P0-a8b-12, C3P0-a8b-*",
    "pool-1-thread-1, pool-2-thread-1, pool-*-thread-1",
    "http-80-*, http-80-3, http-80-*",
    "pool-*-thread-1, pool-3-thread-2, pool-*-thread-*",
    "every * 5, every * 6, every * *",
    "main, main, main"
  })
  void numbersThatAllHaveAreShown(String shown, String name, String common) {
    assertThat(ThreadGroups.common(shown, name)).isEqualTo(common);
  }

  @Test
  void aGroupIsShownByWhatItsThreadsHaveInCommon() {
    String group = groups.of("http-80-1");

    assertThat(groups.shown(group)).isEqualTo("http-80-1");
    assertThat(groups.of("http-80-2")).isEqualTo(group);
    assertThat(groups.shown(group)).isEqualTo("http-80-*");
    assertThat(groups.of("http-443-2")).isEqualTo(group);
    assertThat(groups.shown(group)).isEqualTo("http-*-*");
  }
}
