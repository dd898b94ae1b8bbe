package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the plugin's events say of executors and NUMA nodes. */
class PlacedExecutorsTest {
  @TempDir private Path directory;

  private boolean crosses(int cores, String topology, String nodes) throws IOException {
    Path file = directory.resolve("log");
    Files.writeString(
        file,
        """
        {"Event":"dev.uncork.spark.event.ExecutorPlacedEvent","host":"h","topology":"%s","nodes":"%s"}
        {"Event":"SparkListenerTaskEnd","Task Me
        """
            .formatted(topology, nodes));
    return PlacedExecutors.read(file).crossNodes(cores);
  }

  @Test
  void anExecutorCrossesNodesWhereItWouldFindRoomOnSomeOfThem() throws Exception {
    assertThat(crosses(8, "0:0-7;1:8-15", "")).isTrue();
    assertThat(crosses(9, "0:0-7;1:8-15", "")).isFalse();
    assertThat(crosses(9, "0:0-3,16-23;1:8-15", "")).isTrue();
    assertThat(crosses(4, "0:0-7;1:8-15", "1")).isFalse();
    assertThat(crosses(4, "0:0-7", "")).isFalse();
    assertThat(crosses(4, "", "")).isFalse();
  }
}
