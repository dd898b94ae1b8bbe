package dev.uncork.rewriting.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.boot.collect.LockCollector;
import dev.uncork.boot.counter.CounterGroup;
import dev.uncork.boot.monitor.MonitorHooks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rewritten counters: same behaviour, no update lost, also while they go back to the monitor. */
class CounterTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final int THREADS = 4;
  private static final int ROUNDS = 20_000;

  @BeforeAll
  static void load() {
    String arch = System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64";
    Path library =
        Path.of(System.getProperty("uncork.collector.lib"), "linux-" + arch, "libuncork.so");
    assertThat(LockCollector.load(library.toAbsolutePath().toString())).isNull();
  }

  @Test
  void rewrittenCountersBehaveAsBefore() throws Exception {
    same(new Tally(), new CounterLoader(Tally.class, false).<TallyFace>make());
  }

  @Test
  void rewrittenStaticCountersBehaveAsBefore() throws Exception {
    same(new StaticTally(), new CounterLoader(StaticTally.class, false).<TallyFace>make());
  }

  private static void same(TallyFace expected, TallyFace actual) {
    for (int i = -3; i < 50; i++) {
      expected.add(i);
      actual.add(i);
      assertThat(actual.next()).isEqualTo(expected.next());
      assertThat(actual.down(i)).isEqualTo(expected.down(i));
      assertThat(actual.total()).isEqualTo(expected.total());
      assertThat(actual.step()).isEqualTo(expected.step());
      expected.inBlock(i);
      actual.inBlock(i);
      assertThat(actual.fromBlock()).isEqualTo(expected.fromBlock());
      assertThat(actual.ticket()).isEqualTo(expected.ticket());
      if (i % 10 == 0) {
        assertThat(actual.reset(i)).isEqualTo(expected.reset(i));
        expected.clear();
        actual.clear();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noUpdateIsLost(boolean spread) throws Exception {
    LongSupplier sum = new CounterLoader(Sum.class, spread).make();
    race(
        thread -> {
          for (int i = 0; i < ROUNDS; i++) {
            ((Runnable) sum).run();
          }
        });
    assertThat(sum.getAsLong()).isEqualTo(3L * THREADS * ROUNDS);
  }

  /** Each thread's tickets grow, and none is given twice. */
  @ParameterizedTest
  @ValueSource(classes = {Tally.class, StaticTally.class})
  void everyTicketIsGivenOnce(Class<?> type) throws Exception {
    TallyFace tally = new CounterLoader(type, false).make();
    long[][] tickets = new long[THREADS][ROUNDS];
    race(
        thread -> {
          for (int i = 0; i < ROUNDS; i++) {
            tickets[thread][i] = tally.next();
          }
        });
    boolean[] given = new boolean[THREADS * ROUNDS];
    for (long[] own : tickets) {
      for (int i = 0; i < ROUNDS; i++) {
        assertThat(i == 0 || own[i] > own[i - 1]).isTrue();
        assertThat(given[(int) own[i] - 5]).isFalse();
        given[(int) own[i] - 5] = true;
      }
    }
  }

  /** Whoever locks the object from outside excludes the counters, from the first time on. */
  @Test
  void codeThatLocksTheObjectExcludesItsCounters() throws Exception {
    for (int round = 0; round < 20; round++) {
      TallyFace tally = new CounterLoader(Tally.class, false).make();
      CounterGroup group = CounterGroup.named(Tally.class.getName());
      race(
          thread -> {
            for (int i = 0; i < 300; i++) {
              if (thread == 0 && i >= 100) {
                lockedTwice(tally);
              } else {
                tally.step();
              }
            }
          });
      assertThat(group.offBecause()).contains("locked one of its objects");
      assertThat(tally.fromBlock()).isEqualTo(THREADS * 300 + 200);
    }
  }

  /** Whoever locks the class from outside excludes its static counters, likewise. */
  @Test
  void codeThatLocksTheClassExcludesItsCounters() throws Exception {
    MonitorHooks.watchClasses();
    TallyFace tally = new CounterLoader(StaticTally.class, false).make();
    CounterGroup group = CounterGroup.named(StaticTally.class.getName() + " (static)");
    race(
        thread -> {
          for (int i = 0; i < 300; i++) {
            if (thread == 0 && i >= 100) {
              lockedTwice(tally, tally.getClass());
            } else {
              tally.step();
            }
          }
        });
    assertThat(group.offBecause()).contains("locked the class");
    assertThat(tally.fromBlock()).isEqualTo(THREADS * 300 + 200);
  }

  private static void lockedTwice(TallyFace tally) {
    lockedTwice(tally, tally);
  }

  private static void lockedTwice(TallyFace tally, Object lock) {
    MonitorHooks.beforeMonitor(lock); // What rewriting puts before the block.
    synchronized (lock) {
      int before = tally.step();
      for (int i = 0; i < 50; i++) {
        Thread.onSpinWait();
      }
      assertThat(tally.step()).isEqualTo(before + 1);
    }
  }

  private interface Runner {
    void run(int thread) throws Exception;
  }

  private static void race(Runner runner) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        all.add(
            pool.submit(
                () -> {
                  start.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
                  runner.run(thread);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
