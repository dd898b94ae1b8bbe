package dev.uncork.agent.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.event.PoolUseEvent;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PoolsTest {
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicReference<Thread> worker = new AtomicReference<>();
  private final PoolUseEvent event = new PoolUseEvent();

  @AfterEach
  void endTasks() {
    end.countDown();
  }

  @Test
  void anUnboundedQueueIsNeverFull() throws InterruptedException {
    ThreadPoolExecutor pool = started(new LinkedBlockingQueue<>());
    new ExecutorPools().describe(pool, event);
    assertThat(event.threads).isEqualTo(1);
    assertThat(event.maxThreads).isEqualTo(1);
    assertThat(event.queued).isEqualTo(2);
    assertThat(event.capacity).isEqualTo(Integer.MAX_VALUE);
    pool.shutdown();
  }

  @Test
  void aBoundedQueueMayBeFull() throws InterruptedException {
    ThreadPoolExecutor pool = started(new ArrayBlockingQueue<>(10));
    new ExecutorPools().describe(pool, event);
    assertThat(event.maxThreads).isEqualTo(4);
    assertThat(event.queued).isEqualTo(2);
    assertThat(event.capacity).isEqualTo(10);
    pool.shutdown();
  }

  @Test
  void aForkJoinPoolTellsOfItself() throws InterruptedException {
    ForkJoinPool pool = new ForkJoinPool(2);
    CountDownLatch running = new CountDownLatch(2);
    for (int i = 0; i < 5; i++) {
      pool.execute(
          () -> {
            worker.set(Thread.currentThread());
            running.countDown();
            await();
          });
    }
    running.await();
    ForkJoinPools pools = new ForkJoinPools();
    assertThat(pools.poolOf(worker.get())).isSameAs(pool);
    assertThat(pools.poolOf(Thread.currentThread())).isNull();
    pools.describe(pool, event);
    assertThat(event.threads).isEqualTo(2);
    assertThat(event.maxThreads).isEqualTo(2);
    assertThat(event.active).isEqualTo(2);
    assertThat(event.queued).isEqualTo(3);
    pool.shutdown();
  }

  private ThreadPoolExecutor started(BlockingQueue<Runnable> queue) throws InterruptedException {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 4, 1, TimeUnit.MINUTES, queue);
    CountDownLatch running = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      pool.execute(
          () -> {
            running.countDown();
            await();
          });
    }
    running.await();
    return pool;
  }

  private void await() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
