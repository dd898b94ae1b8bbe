package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples of virtual threads tell what each waits for, and for how many it stands. */
@DefaultTier
final class VirtualThreadSamplesIT {
  @TempDir Path directory = Path.of("");

  static Stream<Jdk> jdks() {
    return Jdk.installed().filter(Jdk::hasVirtualThreads);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void tellWhatEachWaitsFor(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String output = run(jvm, "3");
    Map<String, RecordedEvent> last = new HashMap<>();
    Map<Integer, String> stacks = new HashMap<>();
    List<RecordedEvent> naps = new ArrayList<>();
    for (RecordedEvent event : ChildJvm.events(jvm.session(), "uncork.ThreadSample")) {
      last.put(event.getString("threadName"), event);
      if (!event.getString("stack").isEmpty()) {
        stacks.put(event.getInt("stackId"), event.getString("stack"));
      }
      if (event.getString("threadName").equals("naps")) {
        naps.add(event);
      }
    }
    RecordedEvent works = last.get("works");
    assertThat(works.getString("threadState")).isEqualTo("RUNNABLE");
    assertThat(works.getDuration("cpuTime")).as("of its carrier").isPositive();
    assertThat(works.getInt("pool")).as("its carrier's").isNotZero();
    assertThat(stacks.get(works.getInt("stackId")))
        .startsWith(VirtualWaitsProgram.class.getName() + ".work(")
        .contains("java.lang.VirtualThread.run(");

    RecordedEvent blocked = last.get("blocked");
    assertThat(blocked.getString("threadState")).isEqualTo("WAITING");
    assertThat(blocked.getString("blockerClass"))
        .isEqualTo("java.util.concurrent.locks.ReentrantLock$NonfairSync");
    assertThat(blocked.getLong("owner")).isEqualTo(last.get("owner").getLong("threadId"));

    RecordedEvent owner = last.get("owner");
    assertThat(owner.getString("threadState")).isEqualTo("TIMED_WAITING");
    assertThat(stacks.get(owner.getInt("stackId")))
        .contains("java.lang.Thread.sleep(", VirtualWaitsProgram.class.getName())
        .doesNotContain("dev.uncork.boot");

    int pool = ThreadSamplesIT.number(output, "pool");
    assertThat(last.get("pooled").getInt("pool")).isEqualTo(pool);
    assertThat(ChildJvm.events(jvm.session(), "uncork.PoolUse"))
        .filteredOn(event -> event.getInt("pool") == pool && event.getInt("active") == 2)
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.getInt("threads")).isEqualTo(2))
        .allSatisfy(event -> assertThat(event.getInt("queued")).isEqualTo(3));

    assertThat(last.get("asks").getString("peer"))
        .endsWith(":" + ThreadSamplesIT.number(output, "port"));
    assertThat(last.get("asks").getString("blockerClass")).isEqualTo("java.net.Socket");
    assertThat(last.get("serves").getString("peer")).isEmpty();
    assertThat(last.get("serves").getString("blockerClass")).isEqualTo("java.net.ServerSocket");
    assertThat(stacks.get(last.get("serves").getInt("stackId"))).contains("NioSocketImpl.");

    if (jdk.unmountsBlockedVirtualThreads()) {
      assertThat(owner.getDuration("cpuTime")).as("sleeps on").isZero();
      assertThat(naps).filteredOn(nap -> nap.getDuration("cpuTime").isZero()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void standForAllOfMany(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    int sleepers = 5_000;
    Process process = jvm.observed("", VirtualWaitsProgram.class, Integer.toString(sleepers));
    awaitALookOf(sleepers, jvm);
    process.getOutputStream().close();
    jvm.finish(process, 0);
    Map<Long, List<Float>> moments = new HashMap<>();
    for (RecordedEvent event : ChildJvm.events(jvm.session(), "uncork.ThreadSample")) {
      if (event.getFloat("weight") > 1) {
        moments
            .computeIfAbsent(event.getLong("snapshot"), any -> new ArrayList<>())
            .add(event.getFloat("weight"));
      }
    }
    assertThat(moments.values()).allMatch(looks -> looks.size() <= 100);
    assertThat(moments.values())
        .as("in the first moments not all have started")
        .extracting(looks -> looks.stream().mapToDouble(weight -> weight).sum())
        .allMatch(stoodFor -> stoodFor <= sleepers * 1.1)
        .anyMatch(stoodFor -> stoodFor >= sleepers * 0.9);
  }

  /** However long the program takes to start them all. */
  private static void awaitALookOf(int sleepers, ChildJvm jvm) throws Exception {
    ChildJvm.await("all", () -> Files.readString(jvm.output()).contains("ready"));
    Map<Long, Double> moments = new ConcurrentHashMap<>();
    Path repository = ChildJvm.only(jvm.session()).resolve("repository");
    try (EventStream events = EventStream.openRepository(repository)) {
      events.onEvent(
          "uncork.ThreadSample",
          event ->
              moments.merge(
                  event.getLong("snapshot"), (double) event.getFloat("weight"), Double::sum));
      events.startAsync();
      ChildJvm.await(
          "a look that stands for all",
          () -> moments.values().stream().anyMatch(stoodFor -> stoodFor >= sleepers * 0.9));
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void startNoPollersOfTheJdk(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    assertThat(run(jvm, "3", "sleep")).contains("pollers 0");
    assertThat(ChildJvm.events(jvm.session(), "uncork.ThreadSample"))
        .anyMatch(event -> event.getString("threadName").equals("sleeper"));
  }

  private static String run(ChildJvm jvm, String... arguments) throws Exception {
    return jvm.recorded(",for=4", VirtualWaitsProgram.class, arguments);
  }
}
