package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a dead thread, interrupts, or a cancellation must not keep a worklist from doing. */
@Timeout(Race.DEADLINE_SECONDS)
class LivenessTest {
  private static final int CHUNK = 4;
  private static final int CAPACITY = 8;

  @TempDir private Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(Race.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  private static ChunkedWorklist<Integer> bounded() {
    return ChunkedWorklist.<Integer>builder().chunkUnits(CHUNK).capacityUnits(CAPACITY).build();
  }

  private ChunkedWorklist<Long> onDisk() {
    return ChunkedWorklist.<Long>builder().spill(directory, UnitCodec.longs(), 100).build();
  }

  @Test
  void deadWorkerDoesNotKeepATakeWaitingThoughEveryWaitIsInterrupted() throws Exception {
    ChunkedWorklist<Integer> list = ChunkedWorklist.<Integer>builder().build();
    var worker = list.worker();
    dies(list, 20);
    List<Integer> taken = new ArrayList<>();
    interruptingEachWait(
        () -> {
          for (Integer unit = take(worker); unit != null; unit = take(worker)) {
            taken.add(unit);
          }
        });
    assertThat(taken).hasSize(20).doesNotHaveDuplicates();
    assertThat(list.hasEnded()).isTrue();
  }

  @Test
  void deadWorkerIsNoneThatCouldMakeRoomThoughEveryWaitIsInterrupted() throws Exception {
    ChunkedWorklist<Integer> list = bounded();
    var worker = list.worker();
    dies(list, 2);
    AtomicReference<Throwable> refused = new AtomicReference<>();
    interruptingEachWait(
        () -> {
          try {
            for (int i = 0; i <= 4 * CAPACITY; i++) {
              put(worker, i);
            }
          } catch (IllegalStateException e) {
            refused.set(e);
          }
        });
    assertThat(refused.get()).hasMessageContaining("every worker (1) waits to put");
  }

  @Test
  void deadWorkerDoesNotKeepACheckpointWaitingThoughEveryWaitIsInterrupted() throws Exception {
    try (ChunkedWorklist<Long> list = onDisk()) {
      Thread dying = new Thread(() -> assertThat(pollOnce(list.worker())).isNull());
      dying.start();
      dying.join();
      AtomicBoolean written = new AtomicBoolean();
      interruptingEachWait(
          () -> {
            while (!written.get()) {
              try {
                list.checkpoint(out -> {});
                written.set(true);
              } catch (InterruptedException e) {
                // again
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            }
          });
      assertThat(written).isTrue();
    }
  }

  @Test
  void producersThatWaitForRoomGoOnWhenANewWorkerReplacesADeadOne() throws Exception {
    ChunkedWorklist<Integer> list = bounded();
    dies(list, 2 * CHUNK);
    List<Future<?>> producers = new ArrayList<>();
    for (int p = 0; p < 3; p++) {
      int first = 1_000 * (p + 1);
      producers.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 100; i++) {
                  list.put(first + i);
                }
                return null;
              }));
    }
    List<Integer> taken = new ArrayList<>();
    var keeper = list.worker();
    try (var worker = list.worker()) {
      while (taken.size() < 2 * CHUNK + 300) {
        taken.add(worker.take());
      }
      for (Future<?> producer : producers) {
        producer.get();
      }
      keeper.close();
      assertThat(worker.take()).isNull();
    }
    assertThat(taken).doesNotContainNull().doesNotHaveDuplicates();
  }

  @Test
  void workersThatWaitForRoomLearnThatTheOnlyOtherOneDied() throws Exception {
    ChunkedWorklist<Integer> list = bounded();
    var other = list.worker(); // could take, until its thread dies
    AtomicBoolean mayDie = new AtomicBoolean();
    Thread dying =
        new Thread(
            () -> {
              pollOnce(other);
              while (!mayDie.get()) {
                Thread.onSpinWait();
              }
            });
    dying.start();
    AtomicReference<Thread> producer = new AtomicReference<>();
    Future<?> filled =
        threads.submit(
            () -> {
              producer.set(Thread.currentThread());
              try (var worker = list.worker()) {
                for (int i = 0; ; i++) {
                  worker.put(i);
                }
              }
            });
    awaitWaiting(producer);
    mayDie.set(true);
    assertThatThrownBy(filled::get).hasMessageContaining("every worker (1) waits to put");
  }

  @Test
  void checkpointDoesNotWaitForWorkersThatNobodyUsed() throws Exception {
    try (ChunkedWorklist<Long> list = onDisk()) {
      list.worker();
      list.put(1L);
      list.checkpoint(out -> {});
      assertThat(list.size()).isEqualTo(1);
    }
  }

  @Test
  void checkpointOfAnEndedListDoesNotWaitForItsWorkers() throws Exception {
    try (ChunkedWorklist<Long> list = onDisk()) {
      AtomicReference<Thread> done = new AtomicReference<>();
      Future<?> worker =
          threads.submit(
              () -> {
                assertThat(list.worker().take()).isNull();
                done.set(Thread.currentThread()); // and doesn't close it
                return null;
              });
      worker.get();
      assertThat(done.get().isAlive()).isTrue();
      list.checkpoint(out -> {});
    }
  }

  @Test
  void cancelEndsAWaitForRoom() throws Exception {
    ChunkedWorklist<Integer> list = bounded();
    list.worker();
    AtomicReference<Thread> producer = new AtomicReference<>();
    Future<?> filled =
        threads.submit(
            () -> {
              producer.set(Thread.currentThread());
              try (var worker = list.worker()) {
                for (int i = 0; ; i++) {
                  worker.put(i);
                }
              }
            });
    awaitWaiting(producer);
    AtomicReference<Thread> outsider = new AtomicReference<>();
    Future<?> put =
        threads.submit(
            () -> {
              outsider.set(Thread.currentThread());
              list.put(1);
              return null;
            });
    awaitWaiting(outsider);
    list.cancel();
    assertThatThrownBy(filled::get).hasMessageContaining("was cancelled");
    assertThatThrownBy(put::get).hasMessageContaining("was cancelled");
  }

  @Test
  void cancelEndsCheckpointsAndThoseTheyHold() throws Exception {
    ChunkedWorklist<Long> list = onDisk();
    try (var busy = list.worker()) {
      busy.put(1L);
      assertThat(busy.take()).isEqualTo(1); // and doesn't come back
      AtomicReference<Thread> first = new AtomicReference<>();
      Future<?> checkpoint = checkpointBy(first, list);
      awaitWaiting(first);
      AtomicReference<Thread> second = new AtomicReference<>();
      Future<?> next = checkpointBy(second, list);
      awaitWaiting(second);
      AtomicReference<Thread> taker = new AtomicReference<>();
      Future<Long> taken = threads.submit(() -> using(taker, list.worker()).take());
      awaitWaiting(taker);
      AtomicReference<Thread> putter = new AtomicReference<>();
      Future<?> put =
          threads.submit(
              () -> {
                using(putter, list.worker()).put(2L);
                return null;
              });
      awaitWaiting(putter);
      AtomicReference<Thread> outsider = new AtomicReference<>();
      Future<?> putFromOutside =
          threads.submit(
              () -> {
                outsider.set(Thread.currentThread());
                list.put(3L);
                return null;
              });
      awaitWaiting(outsider);

      list.cancel();

      assertThatThrownBy(checkpoint::get).hasCauseInstanceOf(CancellationException.class);
      assertThatThrownBy(next::get).hasCauseInstanceOf(CancellationException.class);
      assertThat(taken.get()).isNull();
      assertThatThrownBy(put::get).hasMessageContaining("was cancelled");
      assertThatThrownBy(putFromOutside::get).hasMessageContaining("was cancelled");
    }
    list.close();
  }

  @Test
  void onlyItsOwnThreadClosesAWorkerWhileItLives() throws Exception {
    ChunkedWorklist<Integer> list = ChunkedWorklist.<Integer>builder().build();
    var unused = list.worker();
    var mine = list.worker();
    mine.put(1);
    Race.of(
        1,
        thread -> {
          assertThatThrownBy(mine::close).hasMessageContaining("belongs to thread");
          unused.close();
        });
    assertThatThrownBy(unused::take).hasMessageContaining("is closed");
    assertThat(mine.take()).isEqualTo(1);
    mine.close();
    mine.close();
  }

  @Test
  void nullIsNoUnit() {
    ChunkedWorklist<Integer> list = ChunkedWorklist.<Integer>builder().build();
    try (var worker = list.worker()) {
      assertThatThrownBy(() -> worker.put(none())).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> worker.offer(none())).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> list.put(none())).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> list.putFirst(none())).isInstanceOf(NullPointerException.class);
    }
  }

  @SuppressWarnings("NullAway") // a caller without null checks
  private static Integer none() {
    return null;
  }

  /** A thread that puts some units and dies without closing its worker. */
  private static void dies(ChunkedWorklist<Integer> list, int units) throws InterruptedException {
    Thread dying =
        new Thread(
            () -> {
              var worker = list.worker();
              for (int i = 0; i < units; i++) {
                put(worker, i);
              }
            });
    dying.start();
    dying.join();
  }

  /** Runs an action while another thread interrupts it whenever it waits. */
  private static void interruptingEachWait(Runnable action) throws InterruptedException {
    Thread acting = Thread.currentThread();
    AtomicBoolean over = new AtomicBoolean();
    Thread interrupter =
        new Thread(
            () -> {
              while (!over.get()) {
                Thread.State state = acting.getState();
                if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
                  acting.interrupt();
                }
              }
            });
    interrupter.start();
    try {
      action.run();
    } finally {
      over.set(true);
      while (interrupter.isAlive()) {
        Thread.onSpinWait(); // join would be interrupted
      }
      Thread.interrupted();
    }
  }

  private Future<?> checkpointBy(AtomicReference<Thread> thread, ChunkedWorklist<Long> list) {
    return threads.submit(
        () -> {
          thread.set(Thread.currentThread());
          list.checkpoint(out -> {});
          return null;
        });
  }

  private static <T> T using(AtomicReference<Thread> thread, T object) {
    thread.set(Thread.currentThread());
    return object;
  }

  private static void awaitWaiting(AtomicReference<Thread> reference) {
    while (true) { // until the test's deadline
      Thread thread = reference.get();
      Thread.State state = thread == null ? Thread.State.NEW : thread.getState();
      if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  private static <E> @Nullable E pollOnce(ChunkedWorklist.Worker<E> worker) {
    try {
      return worker.poll();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static @Nullable Integer take(ChunkedWorklist.Worker<Integer> worker) {
    while (true) {
      try {
        return worker.take();
      } catch (InterruptedException e) {
        // again
      }
    }
  }

  private static void put(ChunkedWorklist.Worker<Integer> worker, int unit) {
    while (true) {
      try {
        worker.put(unit);
        return;
      } catch (InterruptedException e) {
        // it wasn't put
      }
    }
  }
}
