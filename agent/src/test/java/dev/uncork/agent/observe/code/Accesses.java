package dev.uncork.agent.observe.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** Methods that touch memory in one way each. */
@SuppressWarnings({"unused", "ThreadPriorityCheck", "NonAtomicVolatileUpdate"})
class Accesses {
  static final AtomicLong COUNT = new AtomicLong();
  static final AtomicLongArray CELLS = new AtomicLongArray(4);
  static final LongAdder ADDER = new LongAdder();
  static final AtomicReference<long[]> BOOK = new AtomicReference<>(new long[2]);
  static final AtomicInteger STATE = new AtomicInteger();
  static final ReentrantReadWriteLock JOURNAL = new ReentrantReadWriteLock();
  static long[] shared = new long[4];
  static int total;

  private static final VarHandle HEAD;
  private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final AtomicLongFieldUpdater<Accesses> TICKETS =
      AtomicLongFieldUpdater.newUpdater(Accesses.class, "ticket");

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(Accesses.class, "head", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Padded padded = new Padded();
  final AtomicBoolean held = new AtomicBoolean();
  final AtomicReference<Thread> owner = new AtomicReference<>();
  final Lock lock = new ReentrantLock();
  final StampedLock stamped = new StampedLock();
  final Semaphore permits = new Semaphore(1);
  final Object mutex = new Object();
  final int[] slots = new int[4];
  final byte[][] rows = new byte[2][2];
  volatile boolean ready;
  volatile long ticket;
  int head;
  int plain;

  static final class Padded extends AtomicLong {
    private static final long serialVersionUID = 1L;
    long p1;
    long p2;
  }

  static void atomicIncrement() {
    COUNT.incrementAndGet();
  }

  static void atomicOfArray(int slot) {
    CELLS.getAndIncrement(slot);
  }

  void atomicOfSubclass() {
    padded.getAndAdd(2);
  }

  static void adder() {
    ADDER.increment();
  }

  static void jdkRetries() {
    COUNT.updateAndGet(x -> x + 1);
  }

  static void compareOnce() {
    COUNT.compareAndSet(1, 2);
  }

  static void retriesUntilDone(AtomicReference<long[]> book, int i) {
    for (; ; ) {
      long[] old = book.get();
      long[] now = old.clone();
      now[i]++;
      if (book.compareAndSet(old, now)) {
        return;
      }
    }
  }

  static int retriesWithDo() {
    int old;
    do {
      old = STATE.get();
    } while (!STATE.compareAndSet(old, old * 3 + 1));
    return old;
  }

  static boolean triesOnce(int by) {
    int old = STATE.get();
    return old >= 0 && STATE.compareAndSet(old, old + by);
  }

  static void callsUntilItSucceeds(int by) {
    while (!triesOnce(by)) {
      // Somebody else was faster.
    }
  }

  boolean take() {
    return held.compareAndSet(false, true);
  }

  void takesByCall() {
    while (!take()) {
      // Somebody else has it.
    }
  }

  static int callsForEach(int[] steps) {
    int done = 0;
    for (int by : steps) {
      done += triesOnce(by) ? 1 : 0;
    }
    return done;
  }

  static void retriesByVariable() {
    boolean done = false;
    while (!done) {
      int old = STATE.get();
      done = STATE.weakCompareAndSetPlain(old, old + 1);
    }
  }

  void storesWhenDone(int[] numbers) {
    int even = 0;
    for (int i = 0; i < 1000; i++) {
      even += i & 1;
    }
    ticket = even;
    plain = even;
    COUNT.addAndGet(even);
  }

  /** The loop is the work's: what failed isn't tried again at once. */
  static void attemptsInLoop(int n) {
    for (int i = 0; i < n; i++) {
      if (STATE.compareAndSet(0, i)) {
        total += i;
      }
    }
  }

  void spinLock() {
    while (!held.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
  }

  void swappingLock() {
    while (held.getAndSet(true)) {}
  }

  void ownedLock() {
    while (true) {
      if (owner.compareAndSet(null, Thread.currentThread())) {
        return;
      }
    }
  }

  static void backsOff() {
    int old = STATE.get();
    while (!STATE.compareAndSet(old, old + 1)) {
      Thread.onSpinWait();
      old = STATE.get();
    }
  }

  void takesBoth(ReentrantLock other) {
    while (true) {
      if (lock.tryLock()) {
        try {
          if (other.tryLock()) {
            return;
          }
        } finally {
          lock.unlock();
        }
      }
    }
  }

  void triesOnly() {
    while (!lock.tryLock()) {}
  }

  void takesIfFree() {
    if (lock.tryLock()) {
      lock.unlock();
    }
  }

  void handle() {
    HEAD.getAndAdd(this, 1);
  }

  void retriesByHandle() {
    int old;
    do {
      old = (int) HEAD.getVolatile(this);
    } while (!HEAD.compareAndSet(this, old, old + 1));
  }

  void handleOfArray(int i) {
    ELEMENTS.setVolatile(slots, i, 7);
  }

  void updater() {
    TICKETS.incrementAndGet(this);
  }

  void polls() {
    while (!ready) {}
  }

  void pollsNumber() {
    long seen = ticket;
    while (ticket == seen) {}
  }

  static void pollsBits() {
    while ((COUNT.get() & 1) == 0) {}
  }

  long mixes(long seed) {
    long mixed = seed;
    while (!ready) {
      mixed ^= mixed << 13;
      mixed ^= mixed >>> 7;
    }
    return mixed;
  }

  void pollsByGetter() {
    while (!isReady()) {}
  }

  boolean isReady() {
    return ready;
  }

  void pollsAtomic() {
    while (!held.get()) {}
  }

  void pollsWithSpinWait() {
    int spins = 0;
    while (!ready && spins++ < 1000) {
      Thread.onSpinWait();
    }
  }

  /** As libraries have it that run on JDK 8, too. */
  static final class Hints {
    static void onSpinWait() {
      Thread.onSpinWait();
    }
  }

  void pollsWithLibrarysHint() {
    while (!ready) {
      Hints.onSpinWait();
    }
  }

  /** Elements of a queue that isn't the JDK's. */
  static final class Ring<T> {
    T poll() {
      return null;
    }
  }

  final Ring<String> ring = new Ring<>();

  int pollsRingUntilReady() {
    String found;
    while ((found = ring.poll()) == null && !ready) {
      Thread.onSpinWait();
    }
    return found == null ? 0 : found.length();
  }

  int pollsRingUnlessReady() {
    String found = null;
    while (!ready && (found = ring.poll()) == null) {
      Thread.onSpinWait();
    }
    return found == null ? 0 : found.length();
  }

  static <T> T pollsQueue(Queue<T> queue) {
    T found = queue.poll();
    while (found == null) {
      found = queue.poll();
    }
    return found;
  }

  static void pollsFutures(List<Future<?>> futures) {
    boolean all;
    do {
      all = true;
      for (Future<?> future : futures) {
        all &= future.isDone();
      }
    } while (!all);
  }

  static void pollsUntilItReturns(List<Future<?>> futures) {
    for (; ; ) {
      boolean all = true;
      for (Future<?> future : futures) {
        all &= future.isDone();
      }
      if (all) {
        return;
      }
    }
  }

  static boolean looksOnce(List<Future<?>> futures) {
    boolean all = true;
    for (Future<?> future : futures) {
      all &= future.isDone();
    }
    return all;
  }

  static void pollsFuture(Future<?> future) {
    while (!future.isDone()) {
      Thread.yield();
    }
  }

  void works() {
    while (!ready) {
      step();
    }
  }

  static int sums(int[] numbers) {
    int sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  static void waitsForTime() {
    long end = System.nanoTime() + 1000;
    while (System.nanoTime() < end) {}
  }

  void step() {
    plain++;
  }

  void storesVolatile() {
    ticket = 3;
  }

  static void storesElement(int i) {
    shared[i]++;
  }

  void storesByLocal(int i) {
    int[] mine = slots;
    mine[i] = 1;
  }

  static void storesParameter(double[] cells, int i) {
    cells[i] = 1;
  }

  void storesRow(int i) {
    rows[i][0] = 1;
  }

  static long[] storesFresh() {
    long[] fresh = new long[2];
    fresh[0] = 1;
    return fresh;
  }

  static @Nullable Accesses storesIntoNew() {
    Accesses made = new Accesses();
    made.plain = 4;
    return made;
  }

  synchronized void guarded() {}

  static synchronized void guardedByClass() {}

  /** Made from a parameter, then from itself again and again. */
  static int outermost(Path path) {
    while (path.getParent() != null) {
      path = path.getParent();
    }
    synchronized (path) {
      return path.hashCode();
    }
  }

  void block() {
    synchronized (mutex) {
      step();
    }
  }

  void locks() {
    lock.lock();
    try {
      step();
    } finally {
      lock.unlock();
    }
  }

  static int reads() {
    JOURNAL.readLock().lock();
    try {
      return total;
    } finally {
      JOURNAL.readLock().unlock();
    }
  }

  void stampedRead() {
    stamped.unlockRead(stamped.readLock());
  }

  int readsUntilValid() {
    for (; ; ) {
      long stamp = stamped.tryOptimisticRead();
      int read = total;
      if (stamped.validate(stamp)) {
        return read;
      }
    }
  }

  /** Reads twice at most. */
  int readsOrLocks() {
    long stamp = stamped.tryOptimisticRead();
    int read = total;
    if (!stamped.validate(stamp)) {
      stamp = stamped.readLock();
      read = total;
      stamped.unlockRead(stamp);
    }
    return read;
  }

  void permit() {
    permits.acquireUninterruptibly();
    permits.release();
  }

  static void setsAtomic() {
    COUNT.lazySet(3);
  }
}
