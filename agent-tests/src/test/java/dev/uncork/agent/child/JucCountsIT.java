package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts of {@code java.util.concurrent} equal what the program did, to the one. */
@DefaultTier
final class JucCountsIT {
  private static final int ROUNDS = 100;
  private static final String LOCKS = "java.util.concurrent.locks.";

  @TempDir Path directory = Path.of("");

  static Stream<Arguments> jdks() {
    return Jdk.installed()
        .flatMap(
            jdk ->
                jdk.unmountsBlockedVirtualThreads()
                    ? Stream.of(Arguments.of(jdk, false), Arguments.of(jdk, true))
                    : Stream.of(Arguments.of(jdk, false)));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void countsEveryAcquireThatParked(Jdk jdk, boolean virtual) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String rounds = Integer.toString(ROUNDS);
    Process process =
        virtual
            ? jvm.observed("", JucProgram.class, rounds, "virtual")
            : jvm.observed("", JucProgram.class, rounds);
    assertThat(jvm.finish(process, 0).trim()).isEqualTo("done");
    assertThat(ChildJvm.status(jvm.session())).isEqualTo("stopped");

    Map<String, List<Long>> blocked = new TreeMap<>();
    Map<String, Long> waits = new TreeMap<>();
    sumUp(ChildJvm.events(jvm.session(), "uncork.ContendedLock"), blocked, waits);
    // 100 unfair, and 20 timed ones that got the lock; the 3 that did not count nothing.
    assertThat(blocked.get(LOCKS + "ReentrantLock$NonfairSync juc")).containsExactly(20L, 100L);
    assertThat(blocked.get(LOCKS + "ReentrantLock$FairSync juc")).containsExactly(50L);
    assertThat(blocked.get(LOCKS + "ReentrantReadWriteLock$NonfairSync juc-shared"))
        .containsExactly(100L);
    assertThat(blocked.get(LOCKS + "ReentrantReadWriteLock$NonfairSync juc")).containsExactly(25L);
    assertThat(blocked.get(LOCKS + "StampedLock juc-shared")).containsExactly(100L);
    assertThat(blocked.get(LOCKS + "StampedLock juc")).containsExactly(50L);
    assertThat(blocked.get("java.util.concurrent.Semaphore$NonfairSync juc-shared"))
        .containsExactly(100L);
    assertThat(blocked).doesNotContainKey("java.util.concurrent.CountDownLatch$Sync juc-shared");
    long latches = waits.get("java.util.concurrent.CountDownLatch$Sync");
    if (virtual) { // Joining a virtual thread waits for a latch, too.
      assertThat(latches).isGreaterThanOrEqualTo(10);
    } else {
      assertThat(latches).isEqualTo(10);
    }
    assertThat(waits.get(LOCKS + "ReentrantReadWriteLock$NonfairSync")).isEqualTo(50);
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void everyKindOfAwaitRunsOnWhenItIsCompiled(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.unverified(AwaitProgram.class);
    assertThat(jvm.finish(process, 0).trim()).isEqualTo("done");
    assertThat(ChildJvm.status(jvm.session())).isEqualTo("stopped");
  }

  private static void sumUp(
      List<RecordedEvent> events, Map<String, List<Long>> blocked, Map<String, Long> waits) {
    Map<String, Long> byInstance = new TreeMap<>();
    for (RecordedEvent event : events) {
      String type = event.getString("lockClass");
      String kind = event.getString("kind");
      byInstance.merge(
          type + " " + kind + "@" + event.getInt("instance"), event.getLong("blocked"), Long::sum);
      waits.merge(type, event.getLong("waits"), Long::sum);
    }
    byInstance.forEach(
        (key, count) -> {
          if (count > 0) {
            blocked
                .computeIfAbsent(key.substring(0, key.indexOf('@')), k -> new ArrayList<>())
                .add(count);
          }
        });
    blocked.values().forEach(counts -> counts.sort(null));
  }
}
