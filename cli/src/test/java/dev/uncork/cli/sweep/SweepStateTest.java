package dev.uncork.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.scaling.sweep.Point;
import dev.uncork.scaling.sweep.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an unfinished sweep is kept. */
class SweepStateTest {
  private static final List<Point> POINTS = Schedule.points(List.of(1, 2, 4), List.of(), List.of());

  @TempDir Path scratch;

  private static Trial trial(int workers, int round, double throughput, @Nullable String failure) {
    return new Trial(new Point(workers, "", List.of()), round, throughput, 1, 0.01, failure);
  }

  @Test
  void anUnfinishedSweepGoesOnWhereItWas() throws Exception {
    Path file = scratch.resolve("state.json");
    SweepState state = SweepState.open(file, List.of("a"), RunProgress.given(null), false);
    Schedule.Slot slot = new Schedule.Slot(POINTS.get(0), 1);
    assertThat(state.has(slot)).isFalse();
    state.add(trial(1, 1, 5, null));
    SweepState again = SweepState.open(file, List.of("a"), RunProgress.given(null), false);
    assertThat(again.has(slot)).isTrue();
    assertThat(again.trials()).containsExactly(trial(1, 1, 5, null));
    assertThatThrownBy(() -> SweepState.open(file, List.of("b"), RunProgress.given(null), false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--fresh");
    assertThat(SweepState.open(file, List.of("b"), RunProgress.given(null), true).trials())
        .isEmpty();
    again.delete();
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileThatIsNoStateIsRefused() throws Exception {
    Path file = Files.writeString(scratch.resolve("state.json"), "{\"a\": 1");
    assertThatThrownBy(() -> SweepState.open(file, List.of("a"), RunProgress.given(null), false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--state");
  }
}
