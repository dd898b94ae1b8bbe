package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.ThreadSecond;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadTableTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void eachSecondTellsWhatTheJvmUsedInIt() {
    ThreadTable table = new ThreadTable();
    table.add(1, "C2 CompilerThre", 0, 0, 700_000_000, SECOND);
    table.add(2, "GC Thread#0", 0, 0, 20_000_000, SECOND);
    table.add(3, "worker-1", 0, 0, 100_000_000, SECOND);
    table.add(3, "worker-1", 0, 1, 900_000_000, SECOND);
    table.add(4, "uncork-collector", 1, 1, 5_000_000, SECOND);

    List<ThreadSecond> seconds = table.seconds(new JavaNames());

    assertThat(seconds.get(0).service())
        .isEqualTo(new ThreadSecond.Service(20_000_000, 700_000_000, 0));
    assertThat(seconds.get(1).service()).isEqualTo(new ThreadSecond.Service(0, 0, 5_000_000));
    assertThat(seconds.get(1).cpuNanos()).isEqualTo(905_000_000);
  }

  @Test
  void whoServesTheProgramWaitsForACpuInItsOwnTime() {
    ThreadTable table = new ThreadTable();
    table.add(1, "C2 CompilerThre", 0, 0, 100_000_000, SECOND);
    table.addRunQueue(1, 0, 800_000_000);
    table.add(4, "uncork-collector", 1, 0, 5_000_000, SECOND);
    table.addRunQueue(4, 0, 300_000_000);
    table.add(3, "worker-1", 0, 0, 600_000_000, SECOND);
    table.addRunQueue(3, 0, 20_000_000);

    assertThat(table.seconds(new JavaNames()).get(0).runQueueNanos()).isEqualTo(20_000_000);
  }
}
