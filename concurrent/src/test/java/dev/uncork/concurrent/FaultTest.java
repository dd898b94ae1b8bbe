package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A search whose threads are interrupted at random points, and die at random points without closing
 * their workers, to be replaced. Longer by {@code concurrent/stress soak}.
 */
@Timeout(600)
class FaultTest {
  private static final int ROUNDS = Integer.getInteger("uncork.soak.rounds", 2);
  private static final int NODES = 1 << 15;
  private static final int THREADS = 6;

  private final AtomicInteger interrupts = new AtomicInteger();
  private final AtomicInteger deaths = new AtomicInteger();

  @Test
  void interruptedAndDyingThreadsLoseAndDoubleNothing() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      search(Long.getLong("uncork.soak.seed", 1) + round);
    }
    assertThat(interrupts.get()).isPositive();
    assertThat(deaths.get()).isPositive();
  }

  private void search(long seed) throws InterruptedException {
    ChunkedWorklist<Integer> list =
        ChunkedWorklist.<Integer>builder().chunkUnits(4).capacityUnits(1 << 16).build();
    LongFingerprintSet seen = new LongFingerprintSet();
    StripedCounter counter = new StripedCounter();
    AtomicIntegerArray visits = new AtomicIntegerArray(NODES);
    AtomicReferenceArray<Thread> running = new AtomicReferenceArray<>(THREADS);
    AtomicBoolean searching = new AtomicBoolean(true);
    list.put(1);
    Thread interrupter = new Thread(() -> interrupt(running, searching, seed));
    List<Thread> slots = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int slot = i;
      SplittableRandom random = new SplittableRandom(seed * THREADS + i);
      Thread starter =
          new Thread(
              () -> {
                while (!list.hasEnded()) {
                  Thread life = new Thread(() -> live(list, seen, counter, visits, random));
                  running.set(slot, life);
                  life.start();
                  joinUninterrupted(life);
                }
              });
      slots.add(starter);
      starter.start();
    }
    interrupter.start();
    for (Thread slot : slots) {
      slot.join();
    }
    searching.set(false);
    interrupter.join();
    for (int node = 1; node < NODES; node++) {
      assertThat(visits.get(node)).as("seed %d, visits of %d", seed, node).isEqualTo(1);
    }
    assertThat(seen.size()).isEqualTo(NODES - 1);
    assertThat(counter.sum()).isEqualTo(NODES - 1);
  }

  /** One thread's life: ends with the search, or earlier without closing its worker. */
  private void live(
      ChunkedWorklist<Integer> list,
      LongFingerprintSet seen,
      StripedCounter counter,
      AtomicIntegerArray visits,
      SplittableRandom random) {
    ChunkedWorklist.Worker<Integer> worker = list.worker();
    do { // the first use makes the worker this thread's own: only then can its death be seen
      Integer node = take(worker);
      if (node == null) {
        worker.close();
        return;
      }
      visits.incrementAndGet(node);
      counter.add(seen.add(node) ? 1 : 1_000_000);
      for (int child = node * 2; child <= node * 2 + 1 && child < NODES; child++) {
        put(worker, child);
      }
    } while (random.nextInt(2_000) != 0);
    deaths.incrementAndGet();
  }

  private @Nullable Integer take(ChunkedWorklist.Worker<Integer> worker) {
    while (true) {
      try {
        return worker.take();
      } catch (InterruptedException e) {
        interrupts.incrementAndGet();
      }
    }
  }

  private void put(ChunkedWorklist.Worker<Integer> worker, int unit) {
    while (true) {
      try {
        worker.put(unit);
        return;
      } catch (InterruptedException e) {
        interrupts.incrementAndGet(); // it wasn't put
      }
    }
  }

  private static void interrupt(
      AtomicReferenceArray<Thread> running, AtomicBoolean searching, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (searching.get()) {
      Thread victim = running.get(random.nextInt(THREADS));
      if (victim != null) {
        victim.interrupt();
      }
      Thread.yield();
    }
  }

  private static void joinUninterrupted(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
