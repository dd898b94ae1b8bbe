package dev.uncork.agent.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.event.PoolUseEvent;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
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
  void aTimerIsAPoolOfOneThread() throws InterruptedException {
    Timer timer = new Timer(true);
    CountDownLatch running = new CountDownLatch(1);
    timer.schedule(
        task(
            () -> {
              worker.set(Thread.currentThread());
              running.countDown();
              await();
            }),
        0);
    timer.schedule(task(() -> {}), 0);
    timer.schedule(task(() -> {}), 0);
    timer.schedule(task(() -> {}), TimeUnit.HOURS.toMillis(1));
    running.await();
    TimerQueues timers = new TimerQueues();
    Object queue = timers.queueOf(worker.get());
    assertThat(queue).isNotNull();
    assertThat(timers.describe(queue, event)).isTrue();
    assertThat(event.poolClass).isEqualTo("java.util.Timer");
    assertThat(event.threads).isEqualTo(1);
    assertThat(event.maxThreads).isEqualTo(1);
    assertThat(event.active).isEqualTo(1);
    assertThat(event.queued).isEqualTo(2);
    assertThat(timers.queueOf(Thread.currentThread())).isNull();
    assertThat(timers.describe(new Object(), event)).isFalse();
    PoolCensus census = new PoolCensus();
    assertThat(census.add(new WatchedThread(worker.get()))).isNotZero();
    timer.cancel();
  }

  private static TimerTask task(Runnable runs) {
    return new TimerTask() {
      @Override
      public void run() {
        runs.run();
      }
    };
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

  @Test
  void aPoolThatWaitsForItsOwnQueueIsTold() throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    pool.execute(
        () -> {
          worker.set(Thread.currentThread());
          try {
            pool.submit(() -> {}).get();
          } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
          }
        });
    Object parkedFor = null;
    while (parkedFor == null) {
      Thread.onSpinWait();
      Thread thread = worker.get();
      parkedFor = thread == null ? null : LockSupport.getBlocker(thread);
    }
    PoolCensus census = new PoolCensus();
    WatchedThread watched = new WatchedThread(worker.get());
    for (int look = 0; look < 2; look++) {
      assertThat(census.add(watched)).isNotZero();
      assertThat(census.waitsForOwnQueue(watched, parkedFor)).isTrue();
      assertThat(census.waitsForOwnQueue(watched, new Object())).isFalse();
      census.waits(watched, parkedFor, List.of("com.acme.Page.render(Page.java:5)"));
      assertThat(census.standing(0)).isEmpty();
      census.emit(look, TimeUnit.SECONDS.toNanos(look));
    }
    assertThat(census.standing(TimeUnit.SECONDS.toNanos(2)))
        .singleElement()
        .satisfies(
            told ->
                assertThat(told.threads())
                    .extracting("thread")
                    .containsExactly(watched.thread.getName()));
    census.add(watched);
    census.emit(2, TimeUnit.SECONDS.toNanos(2));
    assertThat(census.standing(TimeUnit.SECONDS.toNanos(9))).isEmpty();
    pool.shutdownNow();
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
