package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples of threads tell what each does, what it waits for and who owns that. */
@DefaultTier
final class ThreadSamplesIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void tellWhatThreadsWaitForAndWhoOwnsIt(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String output = jvm.recorded(",for=4", WaitsProgram.class);
    assertThat(ChildJvm.status(jvm.session())).isEqualTo("stopped");

    Map<String, RecordedEvent> last = new HashMap<>();
    Map<Integer, String> stacks = new HashMap<>();
    for (RecordedEvent event : ChildJvm.events(jvm.session(), "uncork.ThreadSample")) {
      last.put(event.getString("threadName"), event);
      if (!event.getString("stack").isEmpty()) {
        stacks.put(event.getInt("stackId"), event.getString("stack"));
      }
    }
    assertThat(last)
        .containsKey("main")
        .doesNotContainKeys("Reference Handler", "Finalizer", "uncork-collector")
        .allSatisfy((name, event) -> assertThat(name).doesNotStartWith("JFR "))
        .allSatisfy((name, event) -> assertThat(event.getFloat("weight")).isEqualTo(1));

    RecordedEvent blocked = last.get("monitor waiter");
    assertThat(blocked.getString("threadState")).isEqualTo("BLOCKED");
    assertThat(blocked.getString("blockerClass")).isEqualTo("java.lang.Object");
    assertThat(blocked.getInt("instance")).isEqualTo(number(output, "monitor"));
    assertThat(blocked.getLong("owner")).isEqualTo(id(last, "monitor owner"));

    RecordedEvent parked = last.get("monitor owner");
    assertThat(parked.getString("threadState")).isEqualTo("WAITING");
    assertThat(parked.getString("blockerClass"))
        .isEqualTo("java.util.concurrent.locks.ReentrantLock$NonfairSync");
    assertThat(parked.getLong("owner")).isEqualTo(id(last, "lock owner"));
    assertThat(stack(stacks, parked)).contains(WaitsProgram.class.getName() + ".ownMonitor(");

    RecordedEvent sleeping = last.get("lock owner");
    assertThat(sleeping.getString("threadState")).isEqualTo("TIMED_WAITING");
    assertThat(sleeping.getString("blockerClass")).isEmpty();
    assertThat(stack(stacks, sleeping)).contains("java.lang.Thread.sleep");

    RecordedEvent taking = last.get("taker");
    assertThat(taking.getString("blockerClass")).endsWith("$ConditionObject");
    assertThat(taking.getInt("instance")).isNotZero();
    assertThat(taking.getLong("owner")).isEqualTo(-1);
    assertThat(stack(stacks, taking)).contains("java.util.concurrent.ArrayBlockingQueue.take(");

    RecordedEvent joining = last.get("joiner");
    assertThat(joining.getInt("instance")).isEqualTo(number(output, "joined"));
    assertThat(joining.getLong("owner")).isEqualTo(id(last, "taker"));

    assertThat(last.get("reader").getString("threadState")).isEqualTo("RUNNABLE");
    assertThat(last.get("reader").getDuration("cpuTime").toNanos()).isLessThan(10_000_000);
    assertThat(stack(stacks, last.get("reader"))).contains(WaitsProgram.class.getName());
    assertThat(last.get("reader").getString("peer")).endsWith(":" + number(output, "port"));
    assertThat(last.get("reader").getString("blockerClass")).isEqualTo("java.net.Socket");
    assertThat(last.get("server").getString("peer")).isEmpty();
    assertThat(last.get("server").getString("blockerClass")).isEqualTo("java.net.ServerSocket");
    assertThat(last.get("asker").getString("blockerClass")).isEqualTo("java.net.Socket");
    assertThat(last.get("listener").getString("blockerClass"))
        .isEqualTo("java.util.concurrent.Flow$Subscriber");
    assertThat(last.get("listener").getString("peer")).isEmpty();
    assertThat(last.get("selector").getString("peer")).endsWith(":" + number(output, "port"));
    assertThat(last.get("selector").getString("blockerClass")).isEqualTo("java.net.Socket");
    assertThat(last.get("writer").getString("blockerClass")).isEqualTo("java.lang.Process");
    assertThat(last.get("main").getString("blockerClass")).as("standard input").isEmpty();
    assertThat(last.get("runner").getString("threadState")).isEqualTo("RUNNABLE");
    assertThat(last.get("runner").getDuration("cpuTime")).isPositive();
    assertThat(last.get("pooled").getInt("pool")).isEqualTo(number(output, "pool"));
    assertThat(last.get("main").getInt("pool")).isZero();
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void samplesOfDeepStacksReachTheCaller(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    jvm.recorded(",for=4", DeepProgram.class);

    List<RecordedEvent> dives =
        ChildJvm.events(jvm.session(), "jdk.ExecutionSample").stream()
            .filter(event -> event.getThread("sampledThread").getJavaName().equals("diver"))
            .filter(event -> event.getStackTrace().getFrames().size() > DeepProgram.CALLS)
            .toList();
    assertThat(dives)
        .isNotEmpty()
        .allSatisfy(
            dive -> {
              assertThat(dive.getStackTrace().isTruncated()).isFalse();
              assertThat(dive.getStackTrace().getFrames())
                  .anySatisfy(frame -> assertThat(frame.getMethod().getName()).isEqualTo("dives"));
            });
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void tellOfPoolsAndTheirQueues(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String output = jvm.recorded(",for=3", WaitsProgram.class);
    List<RecordedEvent> pools = ChildJvm.events(jvm.session(), "uncork.PoolUse");
    RecordedEvent last = pools.get(pools.size() - 1);
    assertThat(last.getInt("pool")).isEqualTo(number(output, "pool"));
    assertThat(last.getString("poolClass")).endsWith(".ThreadPoolExecutor");
    assertThat(last.getString("threadName")).isEqualTo("pooled");
    assertThat(last.getInt("threads")).isEqualTo(2);
    assertThat(last.getInt("maxThreads")).as("its queue is never full").isEqualTo(2);
    assertThat(last.getInt("active")).isEqualTo(2);
    assertThat(last.getInt("queued")).isEqualTo(7);
    assertThat(last.getInt("capacity")).isEqualTo(Integer.MAX_VALUE);
  }

  static int number(String output, String name) {
    return output
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToInt(line -> Integer.parseInt(line.substring(name.length() + 1)))
        .findAny()
        .orElseThrow();
  }

  private static long id(Map<String, RecordedEvent> events, String threadName) {
    return events.get(threadName).getLong("threadId");
  }

  private static String stack(Map<Integer, String> stacks, RecordedEvent event) {
    return stacks.getOrDefault(event.getInt("stackId"), "");
  }
}
