package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Programs whose threads hand each other work, or wait for each other's. */
final class Hands {
  private Hands() {}

  /** A bounded buffer by hand. */
  static final class Mailbox {
    private final Deque<Integer> letters = new ArrayDeque<>();

    synchronized void post(int letter) throws InterruptedException {
      while (letters.size() >= 16) {
        wait();
      }
      letters.add(letter);
      notifyAll();
    }

    synchronized int collect() throws InterruptedException {
      while (letters.isEmpty()) {
        wait();
      }
      notifyAll();
      return letters.remove();
    }
  }

  static void mailbox() {
    Mailbox box = new Mailbox();
    start(
        6,
        "sender-",
        () -> {
          work(0.1);
          box.post(1);
        });
    start(either(1, 4), "postman", () -> sort(box.collect()));
  }

  private static void sort(int letters) {
    work(2.0 * letters);
  }

  static void pipe() throws IOException {
    PipedInputStream in = new PipedInputStream(4096);
    PipedOutputStream out = new PipedOutputStream(in);
    start(
        1,
        "dump",
        () -> {
          work(0.1);
          out.write(new byte[1024]);
        });
    start(
        1,
        "compress",
        () -> {
          in.readNBytes(1024);
          work(3);
        });
  }

  static void handedToOne() {
    SynchronousQueue<Integer> counter = new SynchronousQueue<>();
    start(
        7,
        "shopper-",
        () -> {
          work(0.1);
          counter.put(1);
        });
    start(
        either(1, 4),
        "cashier",
        () -> {
          counter.take();
          work(2);
        });
  }

  /** A log whose one writer forces each line to the disk. */
  static void logWriter() throws IOException {
    FileChannel file =
        FileChannel.open(
            Files.createTempFile("audit", ".log"),
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    BlockingQueue<byte[]> lines = new ArrayBlockingQueue<>(64);
    start(
        5,
        "http-",
        () -> {
          work(0.05);
          lines.put(new byte[200]);
        });
    start(
        1,
        "audit-writer",
        () -> {
          file.write(ByteBuffer.wrap(lines.take()), 0);
          if (either(true, false)) {
            file.force(false);
          }
        });
  }

  /** One thread parses what six could price. */
  static void oneParser() {
    BlockingQueue<Integer> trades = new LinkedBlockingQueue<>();
    start(
        either(1, 4),
        "parser",
        () -> {
          work(2);
          trades.put(1);
        });
    start(6, "pricer-", () -> work(0.5 * trades.take()));
  }

  /** Consumers of a queue that a slow source fills. */
  static void slowSource() {
    BlockingQueue<Integer> readings = new ArrayBlockingQueue<>(100);
    start(
        1,
        "sensor",
        () -> {
          pause(either(8, 0));
          work(2);
          readings.put(1);
        });
    start(4, "analyse-", () -> work(0.5 * readings.take()));
  }

  /** Two threads of which one runs at a time. */
  static void exchanger() {
    Exchanger<Integer> table = new Exchanger<>();
    start(
        2,
        "player-",
        () -> {
          int stroke = table.exchange(1);
          work(stroke * 0.02);
        });
  }

  static void pingPong() {
    SynchronousQueue<Integer> there = new SynchronousQueue<>();
    SynchronousQueue<Integer> back = new SynchronousQueue<>();
    start(
        1,
        "caller",
        () -> {
          work(0.05);
          there.put(1);
          back.take();
        });
    start(
        1,
        "callee",
        () -> {
          there.take();
          work(0.05);
          back.put(1);
        });
  }

  /** Long serial parts between short parallel ones. */
  static void serialMerge() {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    start(
        1,
        "driver",
        () -> {
          CountDownLatch latch = new CountDownLatch(4);
          for (int i = 0; i < 4; i++) {
            pool.execute(
                () -> {
                  work(5);
                  latch.countDown();
                });
          }
          latch.await();
          if (either(true, false)) {
            merge();
          } else {
            inParts(pool, 40);
          }
        });
  }

  private static void merge() {
    work(40);
  }

  /** What took one thread so long is done by four. */
  static void inParts(ExecutorService pool, double millis) throws InterruptedException {
    pool.invokeAll(
        Collections.nCopies(
            4,
            () -> {
              work(millis / 4);
              return 1;
            }));
  }

  /** An event loop that is always busy, with its requests before it. */
  static void busyLoop() {
    ConcurrentLinkedQueue<CompletableFuture<Integer>> requests = new ConcurrentLinkedQueue<>();
    Thread loop =
        start(
                1,
                "event-loop",
                () -> {
                  CompletableFuture<Integer> next = requests.poll();
                  if (next == null) {
                    LockSupport.parkNanos(requests, 1_000_000);
                  } else {
                    handle();
                    next.complete(1);
                  }
                })
            .get(0);
    start(
        8,
        "request-",
        () -> {
          CompletableFuture<Integer> answer = new CompletableFuture<>();
          requests.add(answer);
          LockSupport.unpark(loop);
          answer.get();
        });
  }

  private static void handle() {
    work(1);
  }

  /** One element of a parallel stream takes as long as all others. */
  static void heavyElement() {
    start(
        1,
        "stream",
        () ->
            IntStream.range(0, 64)
                .parallel()
                .forEach(i -> work(either(i == 63 ? 60 : 0.5, 91.5 / 64))));
  }

  static void slowParty() {
    Phaser phaser = new Phaser(4);
    start(
        3,
        "tile-",
        () -> {
          work(either(2.0, 9.0));
          phaser.arriveAndAwaitAdvance();
        });
    start(
        1,
        "edge",
        () -> {
          work(either(30.0, 9.0));
          phaser.arriveAndAwaitAdvance();
        });
  }

  static void longTask() {
    ExecutorService pool = Executors.newCachedThreadPool();
    start(
        1,
        "nightly",
        () -> {
          List<Callable<Integer>> tasks = new ArrayList<>();
          for (int i = 0; i < 6; i++) {
            double millis = either(i == 2 ? 60.0 : 4.0, 80.0 / 6);
            tasks.add(
                () -> {
                  work(millis);
                  return 1;
                });
          }
          for (Future<Integer> task : pool.invokeAll(tasks)) {
            work(task.get() * 0.01);
          }
        });
  }

  /** Each step waits for the one before, in another thread. */
  static void chain() {
    ExecutorService pool = Executors.newFixedThreadPool(6);
    start(
        1,
        "flow",
        () -> {
          CompletableFuture<Integer> step = CompletableFuture.completedFuture(0);
          for (int i = 0; i < 12; i++) {
            step = step.thenApplyAsync(Hands::transform, pool);
          }
          step.join();
        });
  }

  private static int transform(int value) {
    work(3);
    return value + 1;
  }
}
