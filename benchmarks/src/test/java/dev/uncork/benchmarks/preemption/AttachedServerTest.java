package dev.uncork.benchmarks.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttachedServerTest {
  @Test
  void onlyWholeStretchesBetweenTheLinesCount() {
    String output =
        String.join(
            "\n",
            seconds(30, 1),
            "counted: monitor",
            seconds(10, 100),
            "to second 30 others had: nothing",
            seconds(20, 400),
            "counted: nothing",
            seconds(90, 1),
            "counted: tnp",
            seconds(29, 150),
            "counted: nothing",
            "counted: monitor",
            seconds(28, 500),
            "counted: nothing",
            seconds(30, 1),
            "counted: tnp",
            seconds(20, 1),
            "OK: it was over too soon",
            "counted: nothing");

    assertThat(AttachedServer.counted(output))
        .isEqualTo(Map.of("monitor", List.of(300.0, 500.0), "tnp", List.of(150.0)));
  }

  private static String seconds(int count, int requests) {
    return String.join("\n", Collections.nCopies(count, "requests/sec: " + requests));
  }
}
