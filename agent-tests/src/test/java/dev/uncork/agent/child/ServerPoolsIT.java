package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pools that aren't the JDK's tell how many tasks wait for their threads, too. */
@DefaultTier
final class ServerPoolsIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void tellWhatTheyKeepWaiting(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    jvm.recorded(",for=4", ServerPoolsProgram.class);
    Map<String, RecordedEvent> last = new HashMap<>();
    for (RecordedEvent event : ChildJvm.events(jvm.session(), "uncork.PoolUse")) {
      last.put(event.getString("poolClass"), event);
    }
    assertThat(last)
        .containsOnlyKeys(
            "org.apache.tomcat.util.threads.ThreadPoolExecutor",
            "org.eclipse.jetty.util.thread.QueuedThreadPool",
            "org.jboss.threads.EnhancedQueueExecutor");
    last.forEach(
        (name, event) -> {
          assertThat(event.getInt("threads")).as(name).isEqualTo(ServerPoolsProgram.THREADS);
          assertThat(event.getInt("maxThreads")).as(name).isEqualTo(ServerPoolsProgram.THREADS);
          assertThat(event.getInt("active")).as(name).isEqualTo(ServerPoolsProgram.THREADS);
          assertThat(event.getInt("queued"))
              .as(name)
              .isEqualTo(ServerPoolsProgram.TASKS - ServerPoolsProgram.THREADS);
        });
  }
}
