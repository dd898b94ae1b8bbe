package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.shared;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/** Programs whose threads wait for locks, or for each other for ever. */
final class Locks {
  private Locks() {}

  /** A class's own monitor, held while a file is forced to the disk. */
  static final class Journal {
    private static final FileChannel FILE = open();

    private Journal() {}

    private static FileChannel open() {
      try {
        Path path = Files.createTempFile("journal", ".log");
        return FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    static synchronized void append(byte[] entry) throws IOException {
      FILE.write(ByteBuffer.wrap(entry), 0);
      FILE.force(true);
    }
  }

  static void ioUnderStaticLock() {
    start(
        8,
        "booking ",
        () -> {
          work(0.2);
          Journal.append(new byte[4096]);
        });
  }

  /** Readers keep a fair read-write lock while they wait, so that writers and readers queue. */
  static void slowReaders() {
    ReentrantReadWriteLock catalog = new ReentrantReadWriteLock(true);
    start(
        3,
        "page-",
        () -> {
          catalog.readLock().lock();
          try {
            pause(8);
          } finally {
            catalog.readLock().unlock();
          }
        });
    start(
        4,
        "editor-",
        () -> {
          catalog.writeLock().lock();
          try {
            work(1);
          } finally {
            catalog.writeLock().unlock();
          }
        });
  }

  static void stamped() {
    Supplier<StampedLock> ledgers = shared(StampedLock::new);
    start(
        6,
        "teller-",
        () -> {
          work(0.5);
          StampedLock ledger = ledgers.get();
          long stamp = ledger.writeLock();
          try {
            pause(4);
          } finally {
            ledger.unlockWrite(stamp);
          }
        });
  }

  /** One of the stripes over which a table spreads its keys. */
  static final class Stripe {
    private final Map<Integer, Integer> values = new HashMap<>();

    synchronized void update(int key) throws InterruptedException {
      values.merge(key, 1, Integer::sum);
      pause(3);
    }
  }

  /** Locks of one class, of which none is hot by itself. */
  static void stripes() {
    Stripe[] stripes = new Stripe[either(4, 64)];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new Stripe();
    }
    start(
        10,
        "session",
        () -> {
          int key = ThreadLocalRandom.current().nextInt(1 << 16);
          stripes[key % stripes.length].update(key);
        });
  }

  /** A lock that is held while CPU is used, by four threads that do little else. */
  static void hotSection() {
    Supplier<Lock> indexes = shared(ReentrantLock::new);
    start(
        4,
        "indexer#",
        () -> {
          work(0.2);
          Lock index = indexes.get();
          index.lock();
          try {
            work(1);
          } finally {
            index.unlock();
          }
        });
  }

  static void crossedLocks() throws InterruptedException {
    Lock stock = new ReentrantLock();
    Lock orders = new ReentrantLock();
    start(1, "ship-", () -> both(stock, orders));
    start(1, "bill-", () -> both(orders, stock));
    start(2, "view-", () -> both(stock, stock));
  }

  private static void both(Lock first, Lock second) throws InterruptedException {
    first.lockInterruptibly();
    try {
      pause(30);
      second.lockInterruptibly();
      try {
        work(1);
      } finally {
        second.unlock();
      }
    } finally {
      first.unlock();
    }
  }

  /** A reader wants to become the writer, and keeps itself from it. */
  static void upgrade() {
    ReentrantReadWriteLock cache = new ReentrantReadWriteLock();
    start(
        5,
        "lookup-",
        () -> {
          cache.readLock().lock();
          try {
            pause(5);
            cache.writeLock().lock();
            cache.writeLock().unlock();
          } finally {
            cache.readLock().unlock();
          }
        });
  }

  /** A class whose initialisation takes long, as one that reads a large table does. */
  static final class Rates {
    private static final Map<Integer, Integer> TABLE = load();

    private Rates() {}

    private static Map<Integer, Integer> load() {
      Map<Integer, Integer> table = new HashMap<>();
      for (int i = 0; i < 4000; i++) {
        work(1);
        table.put(i, i * i);
      }
      return table;
    }

    static int of(int key) {
      return TABLE.getOrDefault(key, 0);
    }
  }

  static void classInitialization() {
    start(8, "quote-", () -> work(Rates.of(1)));
  }
}
