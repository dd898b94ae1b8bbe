package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Programs that lack permits, connections or threads. */
final class Limits {
  private Limits() {}

  static void semaphore() {
    Semaphore slots = new Semaphore(either(2, 12));
    start(
        12,
        "upload-",
        () -> {
          slots.acquire();
          try {
            pause(15);
          } finally {
            slots.release();
          }
          work(0.5);
        });
  }

  /** Sessions lent by hand, with a monitor. */
  static final class Sessions {
    private final Deque<Object> free = new ArrayDeque<>(Collections.nCopies(either(2, 10), ""));

    synchronized Object checkOut() throws InterruptedException {
      while (free.isEmpty()) {
        wait();
      }
      return free.pop();
    }

    synchronized void checkIn(Object session) {
      free.push(session);
      notifyAll();
    }
  }

  static void handMadePool() {
    Sessions sessions = new Sessions();
    start(
        10,
        "mail-",
        () -> {
          Object session = sessions.checkOut();
          try {
            pause(12);
          } finally {
            sessions.checkIn(session);
          }
        });
  }

  /** Buffers lent by hand, with a condition and names that say little. */
  static final class BufferPool {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private int left = either(3, 9);

    void get() throws InterruptedException {
      lock.lock();
      try {
        while (left == 0) {
          returned.await();
        }
        left--;
      } finally {
        lock.unlock();
      }
    }

    void giveBack() {
      lock.lock();
      try {
        left++;
        returned.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  static void bufferPool() {
    BufferPool pool = new BufferPool();
    start(
        9,
        "codec-",
        () -> {
          pool.get();
          try {
            pause(10);
          } finally {
            pool.giveBack();
          }
          work(0.3);
        });
  }

  /** Connections in a deque, as many pools keep them. */
  static void dequeOfConnections() {
    LinkedBlockingDeque<Object> connections = new LinkedBlockingDeque<>();
    connections.addAll(Collections.nCopies(either(2, 14), ""));
    start(
        14,
        "cart-",
        () -> {
          Object connection = connections.takeFirst();
          try {
            pause(10);
          } finally {
            connections.addFirst(connection);
          }
        });
  }

  /** Two threads for tasks that sleep. */
  static void smallPool() {
    ExecutorService pool = Executors.newFixedThreadPool(either(2, 40));
    start(
        1,
        "batch",
        () -> {
          List<Callable<Integer>> tasks =
              Collections.nCopies(
                  40,
                  () -> {
                    pause(10);
                    return 1;
                  });
          for (Future<Integer> done : pool.invokeAll(tasks)) {
            work(done.get() * 0.05);
          }
        });
  }

  /** A single thread for work that needs more. */
  static void oneWorker() {
    ExecutorService pool = Executors.newFixedThreadPool(either(1, 6));
    start(6, "client-", () -> CompletableFuture.runAsync(() -> work(2), pool).join());
  }

  /** The common pool's few threads, blocked. */
  static void blockedCommonPool() {
    start(1, "import", () -> IntStream.range(0, 200).parallel().forEach(Limits::fetch));
  }

  private static void fetch(int id) {
    try {
      pause(10 + id % 3);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void blockedForkJoinPool() {
    ForkJoinPool pool = new ForkJoinPool(either(2, 50));
    start(
        1,
        "crawl",
        () -> {
          List<Future<?>> all = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            int id = i;
            all.add(pool.submit(() -> fetch(id)));
          }
          for (Future<?> one : all) {
            one.get();
          }
        });
  }

  /** The tasks of a pool wait for tasks of the same pool. */
  static void starvation() {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    start(
        6,
        "order-",
        () ->
            pool.submit(
                    () -> {
                      pause(20);
                      return pool.submit(() -> work(1)).get();
                    })
                .get());
  }
}
