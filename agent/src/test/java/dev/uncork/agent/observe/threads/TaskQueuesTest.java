package dev.uncork.agent.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class TaskQueuesTest {
  private final TaskQueues queues = new TaskQueues();

  @Test
  void tellsLengthAndCapacity() {
    assertQueue(filled(new LinkedBlockingQueue<>()), 3, Integer.MAX_VALUE);
    assertQueue(filled(new LinkedBlockingQueue<>(7)), 3, 7);
    assertQueue(filled(new LinkedBlockingDeque<>(5)), 3, 5);
    assertQueue(filled(new ArrayBlockingQueue<>(4)), 3, 4);
    assertQueue(filled(new PriorityBlockingQueue<>()), 3, Integer.MAX_VALUE);
    assertQueue(filled(new LinkedTransferQueue<>()), 3, Integer.MAX_VALUE);
    assertQueue(new SynchronousQueue<String>(), 0, 0);
  }

  @Test
  void asksNoCodeOfTheApplication() {
    assertQueue(filled(new Overridden()), 3, Integer.MAX_VALUE);
    assertThat(queues.queued(List.of("a"))).isEqualTo(TaskQueues.UNKNOWN);
    assertThat(queues.queued(null)).isEqualTo(TaskQueues.UNKNOWN);
  }

  @Test
  void tasksThatAreNotDueDoNotWaitForAThread() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(0);
    try {
      for (int i = 0; i < 9; i++) {
        pool.schedule(() -> {}, i % 3 == 0 ? -1 : 1_000_000, TimeUnit.SECONDS);
      }
      // Without core threads it has begun one thread, which may have taken some already.
      assertThat(queues.queued(pool.getQueue())).isBetween(0, 3);
      assertThat(pool.getQueue()).hasSizeGreaterThanOrEqualTo(6);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void tellsWhoWaitsForTasksInIt() throws Exception {
    FutureTask<String> task = new FutureTask<>(() -> "");
    for (Queue<Object> queue :
        List.<Queue<Object>>of(
            new LinkedBlockingQueue<>(),
            new LinkedBlockingDeque<>(),
            new ArrayBlockingQueue<>(4),
            new LinkedTransferQueue<>(),
            new PriorityBlockingQueue<>(4, (one, other) -> 0))) {
      assertThat(queues.awaited(queue)).isEmpty();
      queue.add(task);
      queue.add("other");
      assertThat(queues.awaited(queue)).contains(task).doesNotContain(new FutureTask<>(() -> ""));
    }
    assertThat(queues.awaited(null)).isEmpty();
  }

  @Test
  void tellsWhoWaitsForAResultThatATaskInItWillComplete() throws Exception {
    BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
    CompletableFuture<Integer> twice =
        CompletableFuture.supplyAsync(() -> 1, queue::add).thenApply(one -> 2 * one);
    Thread waiter = new Thread(twice::join, "waiter");
    waiter.start();
    Object parkedFor = null;
    while (parkedFor == null) {
      Thread.onSpinWait();
      parkedFor = LockSupport.getBlocker(waiter);
    }
    assertThat(ParkBlockers.isTask(parkedFor)).isTrue();
    assertThat(queues.awaited(queue)).contains(parkedFor);
    ((Runnable) queue.remove()).run();
    assertThat(queues.awaited(queue)).isEmpty();
    waiter.join();
  }

  private void assertQueue(Queue<String> queue, int queued, int capacity) {
    assertThat(queues.queued(queue)).as(queue.getClass().getName()).isEqualTo(queued);
    assertThat(queues.capacity(queue)).as(queue.getClass().getName()).isEqualTo(capacity);
  }

  private static Queue<String> filled(Queue<String> queue) {
    queue.addAll(List.of("a", "b", "c"));
    return queue;
  }

  private static final class Overridden extends LinkedBlockingQueue<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public int size() {
      throw new AssertionError("asked");
    }

    @Override
    public int remainingCapacity() {
      throw new AssertionError("asked");
    }
  }
}
