package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(Race.DEADLINE_SECONDS)
class ChunkedWorklistTest {
  private static final int TREE = 1 << 17;

  @ParameterizedTest
  @CsvSource({"1,32,false", "2,32,true", "8,32,false", "8,1,false", "32,32,true", "64,32,false"})
  void treeSearchVisitsEachNodeOnceAndEnds(int threads, int chunk, boolean newest)
      throws Exception {
    var options = ChunkedWorklist.<Integer>builder().chunkUnits(chunk);
    ChunkedWorklist<Integer> list = (newest ? options.newestFirst() : options).build();
    AtomicIntegerArray visits = new AtomicIntegerArray(TREE);
    list.put(1);
    Race.of(threads, thread -> search(list, visits));
    for (int i = 1; i < TREE; i++) {
      assertThat(visits.get(i)).as("visits of %d", i).isEqualTo(1);
    }
    assertThat(list.hasEnded()).isTrue();
    assertThat(list.size()).isZero();
  }

  static void search(ChunkedWorklist<Integer> list, AtomicIntegerArray visits) throws Exception {
    try (var worker = list.worker()) {
      for (Integer node = worker.take(); node != null; node = worker.take()) {
        visits.incrementAndGet(node);
        for (int child = node * 2; child <= node * 2 + 1 && child < TREE; child++) {
          worker.put(child);
        }
      }
    }
  }

  @Test
  void oneWorkerTakesRoughlyInOrder() throws Exception {
    ChunkedWorklist<Integer> list = ChunkedWorklist.<Integer>builder().build();
    List<Integer> put = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      put.add(i);
    }
    list.putAll(put);
    list.putFirst(-1);
    List<Integer> taken = new ArrayList<>();
    try (var worker = list.worker()) {
      for (Integer unit = worker.take(); unit != null; unit = worker.take()) {
        taken.add(unit);
      }
    }
    put.add(0, -1);
    assertThat(taken).isEqualTo(put);
  }

  @Test
  void unitsOfABusyWorkerAreAvailableToAnIdleOneAtOnce() throws Exception {
    ChunkedWorklist<String> list = ChunkedWorklist.<String>builder().build();
    var idle = list.worker();
    try (var busy = list.worker()) {
      AtomicReference<String> got = new AtomicReference<>();
      CountDownLatch taken = new CountDownLatch(1);
      Thread thread = new Thread(() -> takeInto(idle, got, taken));
      thread.start();
      busy.put("a"); // and no further call of this worker
      assertThat(taken.await(Race.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(got.get()).isEqualTo("a");
      thread.join();
    }
  }

  private static void takeInto(
      ChunkedWorklist.Worker<String> worker, AtomicReference<String> got, CountDownLatch taken) {
    try (worker) {
      got.set(worker.take());
      taken.countDown();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void openWorkerKeepsTheListOpen() throws Exception {
    ChunkedWorklist<String> list = ChunkedWorklist.<String>builder().build();
    var keeper = list.worker();
    try (var worker = list.worker()) {
      assertThat(worker.poll()).isNull();
      assertThat(worker.poll(1, TimeUnit.MILLISECONDS)).isNull();
      assertThat(list.hasEnded()).isFalse();
      keeper.close();
      assertThat(worker.take()).isNull();
      assertThat(list.hasEnded()).isTrue();
      assertThatThrownBy(() -> worker.put("late")).hasMessageContaining("has ended");
    }
    assertThatThrownBy(() -> list.put("late")).hasMessageContaining("has ended");
    try (var late = list.worker()) {
      assertThat(late.take()).isNull();
    }
  }

  @Test
  void fullListRefusesOffersAndReportsWhenNobodyCouldMakeRoom() throws Exception {
    ChunkedWorklist<Integer> list =
        ChunkedWorklist.<Integer>builder().chunkUnits(4).capacityUnits(8).build();
    try (var worker = list.worker()) {
      int put = 0;
      while (worker.offer(put)) {
        put++;
      }
      assertThat(put).isEqualTo(16);
      assertThatThrownBy(() -> worker.put(99))
          .hasMessageContaining("8 of 8 units")
          .hasMessageContaining("every worker (1) waits");
      for (int i = 0; i < put; i++) {
        assertThat(worker.take()).isNotNull();
      }
      assertThat(worker.take()).isNull();
    }
  }

  @Test
  void putWaitsForRoom() throws Exception {
    ChunkedWorklist<Integer> list =
        ChunkedWorklist.<Integer>builder().chunkUnits(4).capacityUnits(8).build();
    AtomicIntegerArray taken = new AtomicIntegerArray(10_000);
    var producer = list.worker();
    var consumer = list.worker();
    Race.of(
        2,
        thread -> {
          if (thread == 0) {
            try (producer) {
              for (int i = 0; i < 10_000; i++) {
                producer.put(i);
              }
            }
          } else {
            try (consumer) {
              for (Integer i = consumer.take(); i != null; i = consumer.take()) {
                taken.incrementAndGet(i);
              }
            }
          }
        });
    for (int i = 0; i < 10_000; i++) {
      assertThat(taken.get(i)).isEqualTo(1);
    }
  }

  @Test
  void interruptEndsAWaitingTake() throws Exception {
    ChunkedWorklist<String> list = ChunkedWorklist.<String>builder().build();
    try (var worker = list.worker();
        var keeper = list.worker()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(worker::take).isInstanceOf(InterruptedException.class);
      assertThat(keeper.poll()).isNull();
      assertThat(list.hasEnded()).isFalse();
    }
  }

  @Test
  void cancelWakesWaitingTakes() throws Exception {
    ChunkedWorklist<String> list = ChunkedWorklist.<String>builder().build();
    var keeper = list.worker();
    var worker = list.worker();
    CountDownLatch taken = new CountDownLatch(1);
    AtomicReference<String> got = new AtomicReference<>("unset");
    Thread thread = new Thread(() -> takeInto(worker, got, taken));
    thread.start();
    list.cancel();
    assertThat(taken.await(Race.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(got.get()).isNull();
    assertThat(list.isCancelled()).isTrue();
    assertThatThrownBy(() -> keeper.put("x")).hasMessageContaining("cancelled");
    keeper.close();
    thread.join();
  }

  @Test
  void unitsOfADeadThreadStayAndTheListEnds() throws Exception {
    ChunkedWorklist<Integer> list = ChunkedWorklist.<Integer>builder().build();
    var dying = list.worker();
    Thread thread =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 20; i++) {
                  dying.put(i);
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            }); // never closes its worker
    try (var worker = list.worker()) {
      thread.start();
      thread.join();
      for (int i = 0; i < 20; i++) {
        assertThat(worker.take()).isNotNull();
      }
      assertThat(worker.take()).isNull();
    }
  }

  @Test
  void workerServesOneThread() throws Exception {
    ChunkedWorklist<String> list = ChunkedWorklist.<String>builder().build();
    try (var worker = list.worker()) {
      worker.put("a");
      Race.of(1, t -> assertThatThrownBy(worker::take).hasMessageContaining("belongs to thread"));
    }
  }

  @Test
  void refusesSenselessOptions() {
    var options = ChunkedWorklist.<String>builder();
    assertThatThrownBy(() -> options.chunkUnits(0)).hasMessageContaining("chunkUnits is 0");
    assertThatThrownBy(() -> options.capacityUnits(0)).hasMessageContaining("capacityUnits is 0");
    assertThatThrownBy(() -> options.capacityUnits(5).build())
        .hasMessageContaining("at least one chunk");
  }
}
