package dev.uncork.benchmarks.sparkjobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SparkRunTest {
  private static final String LOG =
      """
      {"Event":"SparkListenerApplicationStart","Timestamp":1000}
      {"Event":"SparkListenerApplicationEnd","Timestamp":3500}
      """;

  @TempDir private Path temporary;

  @Test
  void theLogOfARunThatSucceededIsWhole() throws Exception {
    Path folder = temporary.resolve("job");
    SparkRun.logTo(folder);

    assertThat(SparkRun.of(thatEndsWith(0, folder), Map.of(), folder).seconds()).isEqualTo(2.5);
    assertThat(SparkRun.isWhole(folder)).isTrue();
  }

  @Test
  void theLogOfAKilledRunIsNotThoughItHasTheEnd() throws Exception {
    Path folder = temporary.resolve("job");
    SparkRun.logTo(folder);

    assertThatThrownBy(() -> SparkRun.of(thatEndsWith(143, folder), Map.of(), folder))
        .isInstanceOf(IOException.class);
    assertThat(SparkRun.in(folder).seconds()).isEqualTo(2.5);
    assertThat(SparkRun.isWhole(folder)).isFalse();
  }

  @Test
  void aRunThatBeginsAgainIsNotWholeUntilItEnds() throws Exception {
    Path folder = temporary.resolve("job");
    SparkRun.logTo(folder);
    SparkRun.of(thatEndsWith(0, folder), Map.of(), folder);

    SparkRun.logTo(folder);

    assertThat(SparkRun.isWhole(folder)).isFalse();
  }

  private static List<String> thatEndsWith(int exitCode, Path folder) {
    String script = "printf '%s' '" + LOG + "' > " + folder.resolve("log") + "; exit " + exitCode;
    return List.of("sh", "-c", script);
  }
}
