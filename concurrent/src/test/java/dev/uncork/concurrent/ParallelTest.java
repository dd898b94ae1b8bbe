package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void runsEachIterationOnce(int threads) throws Exception {
    AtomicIntegerArray runs = new AtomicIntegerArray(1_000);
    Parallel.threads(threads).forEach(0, 1_000, runs::incrementAndGet);
    for (int i = 0; i < 1_000; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
    double max = Parallel.threads(threads).reduce(0, 1_000, i -> i * 0.5, Math::max, 0.0);
    assertThat(max).isEqualTo(499.5);
  }

  @Test
  void runsOnAnExecutorThatHasNoThreadToSpare() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    CountDownLatch free = new CountDownLatch(1);
    pool.submit(
        () -> {
          free.await();
          return null;
        });
    long sum = Parallel.on(pool, 4).reduce(0, 100, i -> (long) i, Long::sum, 0L);
    assertThat(sum).isEqualTo(4_950);
    free.countDown();
    pool.shutdown();
  }

  @Test
  void firstFailureStopsTheLoopAndInterruptsTheOthers() {
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch blocked = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                Parallel.threads(2)
                    .forEach(
                        0,
                        1_000_000,
                        i -> {
                          begun.incrementAndGet();
                          if (i == 0) {
                            blocked.countDown();
                            new CountDownLatch(1).await(); // until interrupted
                          }
                          blocked.await();
                          throw new IOException("disk " + i);
                        }))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("disk 1")
        .hasCauseInstanceOf(IOException.class);
    assertThat(begun.get()).isEqualTo(2);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void uncheckedFailureIsThrownItself() {
    IllegalStateException failure = new IllegalStateException("broken");
    assertThatThrownBy(
            () ->
                Parallel.threads(3)
                    .forEach(
                        0,
                        10,
                        i -> {
                          throw failure;
                        }))
        .isSameAs(failure);
  }

  @Test
  void interruptingTheCallerStopsTheLoop() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    Thread caller = Thread.currentThread();
    assertThatThrownBy(
            () ->
                Parallel.threads(2)
                    .forEach(
                        0,
                        1_000_000,
                        i -> {
                          if (begun.incrementAndGet() == 10) {
                            caller.interrupt();
                          }
                        }))
        .isInstanceOf(InterruptedException.class);
    assertThat(begun.get()).isLessThan(1_000_000);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void conditionCancelsTheLoop() {
    AtomicInteger begun = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Parallel.threads(2)
                    .cancelledWhen(() -> begun.get() >= 5)
                    .forEach(0, 1_000, i -> begun.incrementAndGet()))
        .isInstanceOf(CancellationException.class);
    assertThat(begun.get()).isBetween(5, 6);
  }

  @Test
  void refusesSenselessRangesAndThreads() {
    assertThatThrownBy(() -> Parallel.threads(0)).hasMessageContaining("threads is 0");
    assertThatThrownBy(() -> Parallel.threads(1).forEach(5, 4, i -> {}))
        .hasMessageContaining("range is 5 to 4");
  }
}
