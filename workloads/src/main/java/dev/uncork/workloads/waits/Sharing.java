package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.shared;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/**
 * Programs that keep their cores busy: some because threads on several cores share memory or spin,
 * and some with which nothing is wrong.
 */
final class Sharing {
  private static final int BATCH = 1000;

  /** What each program has done, for its own sake. */
  private static final LongAdder DONE = new LongAdder();

  private static volatile boolean running = true;
  private static volatile long sink;

  private Sharing() {}

  private static int threads() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** A lock of one's own making, at which threads spin. */
  static final class Gate {
    private final AtomicBoolean taken = new AtomicBoolean();

    void enter() {
      while (!taken.compareAndSet(false, true)) {
        Thread.onSpinWait();
      }
    }

    void leave() {
      taken.set(false);
    }
  }

  static void spinLock() {
    Supplier<Gate> gates = shared(Gate::new);
    Supplier<long[]> ledgers = shared(() -> new long[64]);
    start(
        threads(),
        "clerk-",
        () -> {
          Gate gate = gates.get();
          long[] ledger = ledgers.get();
          for (int i = 0; i < BATCH; i++) {
            gate.enter();
            for (int k = 0; k < ledger.length; k++) {
              ledger[k] += k ^ i;
            }
            gate.leave();
          }
          DONE.add(BATCH);
        });
  }

  /** A record that is replaced as a whole. */
  record Position(long quantity, long turnover, long trades) {
    Position trade(long amount) {
      long fee = amount;
      for (int i = 0; i < 200; i++) {
        fee = fee * 31 + i;
      }
      return new Position(quantity + amount, turnover + fee, trades + 1);
    }
  }

  static void replacedRecord() {
    Supplier<AtomicReference<Position>> positions =
        shared(() -> new AtomicReference<>(new Position(0, 0, 0)));
    start(
        2 * threads(),
        "desk-",
        () -> {
          for (int i = 0; i < BATCH; i++) {
            trade(positions.get(), i);
          }
          DONE.add(BATCH);
        });
  }

  private static void trade(AtomicReference<Position> position, long amount) {
    while (true) {
      Position before = Objects.requireNonNull(position.get());
      if (position.compareAndSet(before, before.trade(amount))) {
        return;
      }
    }
  }

  static void hotCounter() {
    Supplier<AtomicLong> counters = shared(AtomicLong::new);
    start(
        threads(),
        "visitor-",
        () -> {
          AtomicLong visits = counters.get();
          for (int i = 0; i < BATCH; i++) {
            visits.incrementAndGet();
          }
          DONE.add(BATCH);
        });
  }

  /** What one thread counts, beside what another counts. */
  static final class Tally {
    private long hits;

    void hit(long value) {
      hits += value;
    }
  }

  static void neighbours() {
    Tally[] tallies = new Tally[16 * threads()];
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] = new Tally();
    }
    for (int t = 0; t < threads(); t++) {
      Tally tally = tallies[t * either(1, 16)];
      start(
          1,
          "tally-",
          () -> {
            for (int i = 0; i < BATCH && running; i++) {
              tally.hit(i);
            }
            DONE.add(BATCH);
          });
    }
  }

  static void readersOnly() {
    Supplier<ReentrantReadWriteLock> tables = shared(ReentrantReadWriteLock::new);
    long[] route = {3, 5};
    start(
        threads(),
        "router-",
        () -> {
          ReentrantReadWriteLock routes = tables.get();
          long sum = 0;
          for (int i = 0; i < BATCH; i++) {
            routes.readLock().lock();
            try {
              sum += route[i & 1];
            } finally {
              routes.readLock().unlock();
            }
          }
          sink = sum;
          DONE.add(BATCH);
        });
  }

  static void stampedReaders() {
    Supplier<StampedLock> lists = shared(StampedLock::new);
    long[] price = {7, 9};
    start(
        threads(),
        "quote-",
        () -> {
          StampedLock prices = lists.get();
          long sum = 0;
          for (int i = 0; i < BATCH; i++) {
            long stamp = prices.readLock();
            try {
              sum += price[i & 1];
            } finally {
              prices.unlockRead(stamp);
            }
          }
          sink = sum;
          DONE.add(BATCH);
        });
  }

  private static volatile long published;

  /** One thread publishes, the others look for it without a pause. */
  static void polling() {
    start(
        1,
        "feed",
        () -> {
          work(0.5);
          published++;
        });
    start(threads(), "reader-", Sharing::awaitNext);
  }

  private static void awaitNext() {
    long seen = published;
    while (published == seen) {
      // Another thread publishes the next one.
    }
    DONE.increment();
  }

  static void sharedRandom() {
    Supplier<Random> source = shared(() -> new Random(1));
    start(
        threads(),
        "player-",
        () -> {
          Random random = source.get();
          long sum = 0;
          for (int i = 0; i < BATCH; i++) {
            sum += random.nextInt(6);
          }
          sink = sum;
          DONE.add(BATCH);
        });
  }

  /** Each thread makes small objects that die young. */
  static void shortLived() {
    start(
        threads(),
        "parser-",
        () -> {
          StringBuilder text = new StringBuilder();
          long sum = 0;
          for (int i = 0; i < BATCH; i++) {
            text.setLength(0);
            text.append(i).append(':').append(i * 31);
            sum += text.toString().hashCode();
          }
          sink = sum;
          DONE.add(BATCH);
        });
  }

  /** Each thread keeps some of what it makes, so that collections have something to do. */
  static void survivors() {
    start(
        threads(),
        "session-",
        () -> {
          Deque<byte[]> kept = new ArrayDeque<>();
          long sum = 0;
          for (int i = 0; i < 20 * BATCH; i++) {
            byte[] made = new byte[200];
            for (int k = 0; k < made.length; k++) {
              made[k] = (byte) (i * k);
            }
            kept.add(made);
            if (kept.size() > 2000) {
              sum += kept.remove()[i % made.length];
            }
          }
          sink = sum;
          DONE.add(BATCH);
        });
  }

  /** Each thread looks up a table of its own, too large for its cache. */
  static void largeTables() {
    for (int t = 0; t < threads(); t++) {
      int[] table = new int[4 << 20];
      start(
          1,
          "lookup-" + t + "-",
          () -> {
            int at = 1;
            for (int i = 0; i < 100 * BATCH; i++) {
              at = (at * 1_103_515_245 + 12_345 + table[at & table.length - 1]) & 0x7fffffff;
            }
            sink = at;
            DONE.add(BATCH);
          });
    }
  }
}
