package dev.uncork.agent.observe.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgramActivityTest {
  private static ProgramActivity activity(double busy, double full, double blocked) {
    return new ProgramActivity(busy, 0, full, blocked, 0);
  }

  @Test
  void whoKeepsCoresBusyDependsOnThem() {
    assertThat(activity(15, 0, 0).dependsOn(16)).isTrue();
    assertThat(activity(2, 0, 0).dependsOn(16)).isFalse();
    assertThat(new ProgramActivity(2, 13, 0, 0, 0).dependsOn(16)).isTrue();
  }

  @Test
  void soDoSomeThreadsThatAreAlwaysBusy() {
    assertThat(activity(4, 4, 0).dependsOn(16)).isTrue();
    assertThat(activity(1, 1, 0).dependsOn(16)).isFalse();
    assertThat(activity(4, 4, 0).wantedCores()).isEqualTo(4);
  }

  @Test
  void soDoThreadsThatLocksKeepFromIt() {
    assertThat(activity(1.5, 0, 6).dependsOn(16)).isTrue();
    assertThat(activity(0.1, 0, 6).dependsOn(16)).isFalse();
    assertThat(activity(1.5, 0, 6).wantedCores()).isEqualTo(8);
  }
}
