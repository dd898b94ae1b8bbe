package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Programs in which one look at the threads suggests something else than the truth. */
final class Misleading {
  private static final AtomicLong VISITORS = new AtomicLong();
  private static final AtomicLongArray CELLS = new AtomicLongArray(8 * 16);

  private Misleading() {}

  /** The consumer sleeps, as housekeepers do. */
  static void sleepyConsumer() {
    BlockingQueue<Integer> pages = new LinkedBlockingQueue<>(50);
    start(either(1, 20), "uploader", () -> upload(pages.take()));
    start(
        5,
        "crawler-",
        () -> {
          work(0.2);
          pages.put(1);
        });
  }

  private static void upload(int page) throws InterruptedException {
    pause(4 + page);
  }

  /** Tasks come due faster than the only thread of their pool gets through them. */
  static void lateTimers() {
    ScheduledExecutorService timers =
        Executors.newScheduledThreadPool(
            1,
            task -> {
              Thread thread = new Thread(task, "timer");
              thread.setDaemon(true);
              return thread;
            });
    for (int i = 0; i < 40; i++) {
      timers.scheduleAtFixedRate(Misleading::refresh, 0, 80, TimeUnit.MILLISECONDS);
    }
  }

  private static void refresh() {
    try {
      pause(15);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Threads that take and put wait for the queue's own locks, for it is neither full nor empty. */
  static void queueAsStack() {
    BlockingQueue<Integer> ring = new LinkedBlockingQueue<>();
    for (int i = 0; i < 500; i++) {
      ring.add(i);
    }
    start(8, "mover-", () -> ring.put(ring.take()));
  }

  /** The driver merges alone between rounds in which it waits for others. */
  static void shortRounds() {
    ExecutorService pool = daemons(4);
    List<Callable<Integer>> maps = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      maps.add(
          () -> {
            work(1.0);
            return 1;
          });
    }
    start(
        1,
        "driver",
        () -> {
          pool.invokeAll(maps);
          if (either(true, false)) {
            work(12.0);
          } else {
            Hands.inParts(pool, 12);
          }
        });
  }

  /** One part of each round takes long, on another thread each time. */
  static void wanderingStraggler() {
    ExecutorService pool = daemons(4);
    start(
        1,
        "driver",
        () -> {
          List<Future<?>> parts = new ArrayList<>();
          for (int i = 0; i < 12; i++) {
            double millis = either(i == 5 ? 900.0 : 3.0, 933.0 / 12);
            parts.add(pool.submit(() -> work(millis)));
          }
          for (Future<?> part : parts) {
            part.get();
          }
        });
  }

  /** A latch for several, of whom one is late. */
  static void lateForTheLatch() {
    start(
        1,
        "driver",
        () -> {
          CountDownLatch all = new CountDownLatch(3);
          for (int i = 0; i < 3; i++) {
            double millis = either(i == 2 ? 800.0 : 40.0, 880.0 / 3);
            Thread part =
                new Thread(
                    () -> {
                      work(millis);
                      all.countDown();
                    },
                    "part-" + i);
            part.setDaemon(true);
            part.start();
          }
          all.await();
        });
  }

  /** Two threads at one selector, of which one waits for the other's lock, and both for input. */
  static void sharedSelector() throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server =
        ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    start(2, "nio-", selector::select);
  }

  /** More threads than cores, but not so many that it matters. */
  static void twiceAsManyThreads() {
    int threads = 2 * Runtime.getRuntime().availableProcessors();
    start(threads, "encoder-", () -> work(0.5));
  }

  /** All that the program does is one atomic update. */
  static void nothingButCounting() {
    start(
        4,
        "gate-",
        () -> {
          for (int i = 0; i < 1000; i++) {
            VISITORS.incrementAndGet();
          }
        });
  }

  /** Each thread has a cell of its own, all in one cache line. */
  static void cellsSideBySide() {
    AtomicLong next = new AtomicLong();
    ThreadLocal<Integer> cell =
        // The first line holds the array's length, which all read.
        ThreadLocal.withInitial(() -> 15 + (int) (next.getAndIncrement() & 7) * either(1, 16));
    start(
        2,
        "meter-",
        () -> {
          int mine = cell.get();
          for (int i = 0; i < 1000; i++) {
            CELLS.incrementAndGet(mine);
          }
        });
  }

  private static ExecutorService daemons(int threads) {
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task);
          thread.setDaemon(true);
          return thread;
        });
  }
}
