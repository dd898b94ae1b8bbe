package dev.uncork.sparkledger.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.file.EventLogs;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.StageTasks;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On the logs of real applications; {@code logs/README.md} says how they were made. */
class FirstTasksTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "local-1795738574687.snappy",
        "eventlog_v2_app-20261126235236-0000",
        "eventlog_v2_app-20261126234952-0000",
        "local-1795738721907.lzf"
      })
  void anExecutorsVeryFirstTasksTakeLonger(String log) throws URISyntaxException {
    List<StageTasks> stages = stages(log);

    List<FirstTasks> first = FirstTasks.of(stages);

    StageTasks earliest = stages.get(0);
    assertThat(first.get(0).extraMillis()).isBetween(10.0, (double) earliest.longestMillis());
    for (int task = 0; task < earliest.count(); task++) {
      assertThat(first.get(0).first(task)).isTrue();
    }
  }

  private static List<StageTasks> stages(String name) throws URISyntaxException {
    Path path =
        Path.of(Objects.requireNonNull(FirstTasksTest.class.getResource("/logs/" + name)).toURI());
    return RecordedTasks.of(
            LogReader.read(EventLogs.at(path).orElseThrow()).application().orElseThrow())
        .stages();
  }
}
