package dev.uncork.benchmarks.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttachedServerTest {
  @Test
  void onlyTheSecondsBetweenTheLinesCount() {
    String output =
        String.join(
            "\n",
            "requests/sec: 1",
            "counted: monitor",
            "requests/sec: 100",
            "to second 30 others had: nothing",
            "requests/sec: 300",
            "counted: nothing",
            "requests/sec: 1",
            "counted: tnp",
            "requests/sec: 150",
            "counted: nothing",
            "requests/sec: 1",
            "counted: monitor",
            "requests/sec: 400",
            "counted: nothing");

    assertThat(AttachedServer.counted(output))
        .isEqualTo(Map.of("monitor", List.of(200.0, 400.0), "tnp", List.of(150.0)));
  }
}
