package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an event log says of executors and NUMA nodes. */
class EventLogTest {
  @TempDir private Path directory;

  private EventLog log(int cores, String topology, String nodes) throws IOException {
    Path file = directory.resolve("log");
    Files.writeString(
        file,
        """
        {"Event":"SparkListenerExecutorAdded","Executor ID":"0","Executor Info":{"Total Cores":%d}}
        {"Event":"dev.uncork.spark.event.ExecutorPlacedEvent","host":"h","topology":"%s","nodes":"%s"}
        {"Event":"SparkListenerTaskEnd","Task Me
        """
            .formatted(cores, topology, nodes));
    return EventLog.read(file);
  }

  @Test
  void anExecutorCrossesNodesWhereItWouldFindRoomOnSomeOfThem() throws Exception {
    assertThat(log(8, "0:0-7;1:8-15", "").crossesNodes()).isTrue();
    assertThat(log(9, "0:0-7;1:8-15", "").crossesNodes()).isFalse();
    assertThat(log(9, "0:0-3,16-23;1:8-15", "").crossesNodes()).isTrue();
    assertThat(log(4, "0:0-7;1:8-15", "1").crossesNodes()).isFalse();
    assertThat(log(4, "0:0-7", "").crossesNodes()).isFalse();
    assertThat(log(4, "", "").crossesNodes()).isFalse();
    assertThat(log(4, "", "").coresEach()).isEqualTo(4);
  }
}
