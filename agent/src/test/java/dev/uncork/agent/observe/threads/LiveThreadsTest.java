package dev.uncork.agent.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.agent.jvm.ThreadFields;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LiveThreadsTest {
  private static final long SECOND = 1_000_000_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private Thread[] threads = new Thread[0];
  private long[] cpuNanos = new long[0];
  private int asked;

  private final LiveThreads live =
      new LiveThreads(
          new LiveThreads.Source() {
            @Override
            public Thread[] threads() {
              return threads.clone();
            }

            @Override
            public void cpuNanos(@Nullable Thread[] of, long[] nanos) {
              asked++;
              for (int i = 0; i < of.length; i++) {
                nanos[i] = cpuNanos[Arrays.asList(threads).indexOf(of[i])];
              }
            }
          });

  @AfterEach
  void endThreads() {
    end.countDown();
  }

  @Test
  void fewThreadsAreAllLookedAt() {
    start(64);
    live.list(0);
    List<WatchedThread> chosen = live.choose();
    assertThat(chosen).extracting(watched -> watched.thread).containsExactly(threads);
    assertThat(chosen).allMatch(watched -> watched.weight == 1);
    assertThat(asked).isZero();
  }

  @Test
  void manyThreadsAreAllPassedInTurn() {
    start(300);
    live.list(SECOND);
    Set<WatchedThread> seen = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      seen.addAll(live.passing(100));
    }
    assertThat(seen).hasSize(300);
  }

  @Test
  void fewThreadsNeedNotBePassed() {
    start(64);
    live.list(0);
    assertThat(live.passing(100)).isEmpty();
  }

  @Test
  void ofManyThreadsSomeStandForTheRest() {
    start(300);
    live.list(SECOND);
    Set<Thread> seen = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      List<WatchedThread> chosen = live.choose();
      assertThat(chosen).hasSize(64).doesNotHaveDuplicates();
      assertThat(chosen.stream().mapToDouble(watched -> watched.weight).sum())
          .isCloseTo(300, within(0.1));
      chosen.forEach(watched -> seen.add(watched.thread));
    }
    assertThat(seen).as("nobody is left out for long").hasSize(300);
  }

  @Test
  void threadsThatRanAreLookedAtEachTime() {
    start(300);
    live.list(SECOND);
    cpuNanos[123] = SECOND / 50;
    cpuNanos[7] = SECOND / 200;
    live.list(2 * SECOND);
    int timesOther = 0;
    for (int i = 0; i < 10; i++) {
      List<WatchedThread> chosen = live.choose();
      assertThat(chosen)
          .filteredOn(watched -> watched.thread == threads[123])
          .hasSize(1)
          .allMatch(watched -> watched.weight == 1);
      timesOther += chosen.stream().anyMatch(watched -> watched.thread == threads[7]) ? 1 : 0;
    }
    assertThat(timesOther).isLessThan(10);
  }

  @Test
  void ownersAreLookedAtEachTime() {
    start(300);
    live.list(SECOND);
    live.lookAt(ThreadFields.id(threads[200]));
    for (int i = 0; i < 10; i++) {
      assertThat(live.choose()).anyMatch(watched -> watched.thread == threads[200]);
    }
  }

  @Test
  void whatIsKnownOfAThreadLastsAsLongAsItLives() {
    start(3);
    live.list(0);
    WatchedThread first = live.choose().get(0);
    live.list(SECOND);
    assertThat(live.choose()).contains(first);
    threads = Arrays.copyOfRange(threads, 1, 3);
    live.list(2 * SECOND);
    assertThat(live.choose()).hasSize(2).doesNotContain(first);
  }

  @Test
  void aThreadIsFoundByItsHash() {
    start(3);
    live.list(0);
    int hash = System.identityHashCode(threads[1]);
    assertThat(live.idOf(threads[1].getClass().getName(), hash))
        .isEqualTo(ThreadFields.id(threads[1]));
    assertThat(live.idOf("java.lang.Object", hash)).isEqualTo(-1);
  }

  @Test
  void theNextListComesAfterTheRest() {
    assertThat(live.due(0)).isTrue();
    live.rest(0, 400_000);
    assertThat(live.due(399_999)).isFalse();
    assertThat(live.due(400_000)).isTrue();
  }

  @Test
  void threadsThatServeTheJvmAreLeftOut() {
    start(1);
    Thread own = new Thread(this::await, "uncork-collector");
    own.setDaemon(true);
    own.start();
    threads = new Thread[] {threads[0], own, named("Reference Handler"), named("Finalizer")};
    live.list(0);
    assertThat(live.choose()).extracting(watched -> watched.thread).containsExactly(threads[0]);
  }

  private static Thread named(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findAny()
        .orElseThrow();
  }

  private void start(int count) {
    threads =
        IntStream.range(0, count)
            .mapToObj(i -> new Thread(null, this::await, "thread " + i, 64 << 10))
            .toArray(Thread[]::new);
    cpuNanos = new long[count];
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void await() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
