package dev.uncork.workloads.checker.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class StateQueueTest {
  private static final int NODES = 20_000;

  @TempDir Path directory;

  /** With so few in memory that a queue on disk spills. */
  private QueuePart.Options options(int workers) {
    return new QueuePart.Options(workers, directory, 100, null);
  }

  private static byte[] state(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private static int number(byte[] state) {
    return ByteBuffer.wrap(state).getInt();
  }

  @ParameterizedTest
  @EnumSource
  void everyStateIsTakenOnceAndAllWorkersEnd(QueuePart part) throws Exception {
    for (int workers : new int[] {1, 2, 8, 64}) {
      for (long seed = 0; seed < 5; seed++) {
        assertTreeIsExplored(part.create(options(workers)), workers, seed);
      }
    }
  }

  /**
   * The states are the nodes of a random tree, whose narrow places leave most workers idle again
   * and again: node i has as children those nodes whose parent the seed made i.
   */
  private static void assertTreeIsExplored(StateQueue queue, int workers, long seed)
      throws Exception {
    List<List<Integer>> children = randomTree(seed);
    AtomicIntegerArray taken = new AtomicIntegerArray(NODES);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    queue.enqueue(state(0));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (byte[] s = queue.dequeue(); s != null; s = queue.dequeue()) {
                    taken.incrementAndGet(number(s));
                    children.get(number(s)).forEach(child -> queue.enqueue(state(child)));
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
    for (int i = 0; i < NODES; i++) {
      assertThat(taken.get(i)).as("node %d, seed %d, %d workers", i, seed, workers).isEqualTo(1);
    }
    assertThat(queue.size()).isZero();
    queue.close();
  }

  private static List<List<Integer>> randomTree(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Integer>> children = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      children.add(new ArrayList<>());
      if (i > 0) {
        int reach = 1 + random.nextInt(random.nextInt(10) == 0 ? 1000 : 3);
        children.get(Math.max(0, i - reach)).add(i);
      }
    }
    return children;
  }

  @ParameterizedTest
  @EnumSource
  void finishReleasesWaitingWorkers(QueuePart part) throws Exception {
    StateQueue queue = part.create(options(3));
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < 2; i++) { // the third worker never asks, so the others wait
      Thread thread =
          new Thread(
              () -> {
                try {
                  queue.dequeue();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      waiting.add(thread);
      thread.start();
    }
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (queue.idleWorkers() < 2 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(queue.idleWorkers()).isEqualTo(2);

    queue.finishAll();

    for (Thread thread : waiting) {
      thread.join();
    }
    assertThat(queue.dequeue()).isNull();
    queue.close();
  }

  @Test
  void diskQueueKeepsTheOrderAndItsFilesOnlyAsLongAsNeeded() throws Exception {
    DiskStateQueue queue = new DiskStateQueue(1, directory, 16);
    for (int i = 0; i < 1000; i++) {
      queue.enqueue(state(i));
    }
    assertThat(files()).isEqualTo(62);
    List<Integer> shown = new ArrayList<>();
    queue.forEach(s -> shown.add(number(s)));
    assertThat(shown).hasSize(1000).isSorted();

    for (int i = 0; i < 500; i++) {
      assertThat(number(queue.dequeue())).isEqualTo(i);
    }
    assertThat(queue.size()).isEqualTo(500);
    assertThat(files()).isLessThan(33);
    queue.close();
    assertThat(files()).isZero();
  }

  private long files() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  @Test
  void ringBufferKeepsTheOrderWhileItGrows() throws Exception {
    MemStateQueue queue = new MemStateQueue(1);
    int taken = 0;
    for (int i = 0; i < 10_000; i++) {
      queue.enqueue(state(i));
      if (i % 3 == 0) {
        assertThat(number(queue.dequeue())).isEqualTo(taken++);
      }
    }
    List<Integer> shown = new ArrayList<>();
    queue.forEach(s -> shown.add(number(s)));
    assertThat(shown).hasSize(10_000 - taken).isSorted().startsWith(taken);
  }
}
