package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Memory for outputs that processes of this host may map: a few large segments in files of a
 * directory in memory, divided into chunks of 4 KiB times a power of two. For all threads.
 *
 * <p>Segments are made ready in the background, one ahead of what is used, and stay until the end;
 * chunks are used again. Where the budget or the file system is exhausted, {@link #take} says so by
 * null.
 */
public final class Arena implements AutoCloseable {
  /** The smallest chunk; all chunks start and end at multiples of it. */
  public static final int MIN_CHUNK_BYTES = 4 << 10;

  /** The largest chunk. */
  public static final int MAX_CHUNK_BYTES = 1 << 20;

  private static final int SMALLEST_INSTEAD = order(16 << 10);
  private static final long GROWTH_PATIENCE_SECONDS = 30;

  private final ArenaSettings settings;
  private final ArenaDirectory directory;
  private final LiveTable live;
  private final ExecutorService background;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();

  // Guarded by lock.
  private final List<Buddies> buddies = new ArrayList<>();
  private long freeBlocks;
  private boolean growing;
  private boolean closed;
  private @Nullable IOException full;

  private volatile Runnable onGrowth = () -> {};

  /** Written under the lock, read without it: a segment's number is known only after it was. */
  private volatile ByteBuffer[] segments = new ByteBuffer[0];

  private Arena(ArenaSettings settings, ArenaDirectory directory, LiveTable live) {
    this.settings = settings;
    this.directory = directory;
    this.live = live;
    background =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "uncork-arena");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Makes one, and deletes what dead processes of this user have left behind.
   *
   * @throws IOException if the directory can't be made or has not room for its table
   */
  public static Arena create(ArenaSettings settings) throws IOException {
    sweep(settings.parent());
    ArenaDirectory directory = ArenaDirectory.create(settings.directory());
    try {
      Arena arena = new Arena(settings, directory, LiveTable.create(directory.path()));
      arena.lock.lock();
      try {
        arena.growAhead();
      } finally {
        arena.lock.unlock();
      }
      return arena;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** Deletes what arenas of dead processes of this user have left behind; returns how many. */
  public static int sweep(Path parent) {
    return ArenaDirectory.sweep(parent);
  }

  /** Where peers find it. */
  public Path directory() {
    return directory.path();
  }

  /**
   * Takes a chunk.
   *
   * @param wantedBytes how large; a power of two. Where there is no such chunk and can be none, a
   *     smaller one is taken
   * @return null if the budget or the file system is exhausted, or the arena closed
   */
  @Nullable Chunk take(int wantedBytes) {
    int wanted = order(wantedBytes);
    lock.lock();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GROWTH_PATIENCE_SECONDS);
      boolean wait = true;
      while (!closed) {
        Chunk found = find(wanted);
        growAhead();
        if (found != null) {
          return found;
        }
        if (!growing || !wait) {
          return smaller(wanted);
        }
        wait = awaitGrowth(deadline);
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private static int order(int bytes) {
    return Integer.numberOfTrailingZeros(bytes / MIN_CHUNK_BYTES);
  }

  private @Nullable Chunk find(int order) {
    for (int segment = 0; segment < buddies.size(); segment++) {
      int block = buddies.get(segment).take(order);
      if (block >= 0) {
        freeBlocks -= 1L << order;
        return new Chunk(segment, block * MIN_CHUNK_BYTES, MIN_CHUNK_BYTES << order);
      }
    }
    return null;
  }

  private @Nullable Chunk smaller(int wanted) {
    Chunk found = null;
    for (int order = wanted - 1; found == null && order >= SMALLEST_INSTEAD; order--) {
      found = find(order);
    }
    return found;
  }

  private boolean awaitGrowth(long deadline) {
    try {
      return grown.awaitNanos(deadline - System.nanoTime()) > 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Gives bytes of a segment back. Both ends are rounded up to whole smallest chunks, so a run may
   * be given back in pieces that end anywhere.
   */
  void give(int segment, int offset, int bytes) {
    int first = blocks(offset);
    int count = blocks(offset + bytes) - first;
    lock.lock();
    try {
      buddies.get(segment).give(first, count);
      freeBlocks += count;
    } finally {
      lock.unlock();
    }
  }

  private static int blocks(int bytes) {
    return (int) (((long) bytes + MIN_CHUNK_BYTES - 1) / MIN_CHUNK_BYTES);
  }

  /** Bytes rounded up to whole smallest chunks. */
  static int wholeChunks(int bytes) {
    return blocks(bytes) * MIN_CHUNK_BYTES;
  }

  /** A view of a segment, with its own position and limit. */
  ByteBuffer segment(int number) {
    return segments[number].duplicate();
  }

  LiveTable live() {
    return live;
  }

  /** Starts to make a segment ready if less than half of one is free. Called with the lock. */
  private void growAhead() {
    long ready = (long) buddies.size() * settings.segmentBytes();
    boolean enough =
        freeBlocks * MIN_CHUNK_BYTES >= settings.segmentBytes() / 2
            && ready >= Math.min(settings.prefaultBytes(), settings.budgetBytes());
    if (enough || growing || closed || full != null || buddies.size() >= settings.segmentCount()) {
      return;
    }
    try {
      background.execute(this::grow);
      growing = true;
    } catch (RejectedExecutionException e) {
      // Closing.
    }
  }

  private void grow() {
    int number = segments.length;
    ByteBuffer made = null;
    IOException failure = null;
    try {
      made =
          Segment.create(
              directory.path().resolve(Segment.fileName(number)), settings.segmentBytes());
    } catch (IOException e) {
      failure = e;
    } catch (OutOfMemoryError | RuntimeException e) {
      failure = new IOException("no segment of " + settings.segmentBytes() + " bytes", e);
    }
    lock.lock();
    try {
      growing = false;
      full = failure;
      if (made != null) {
        add(made);
        growAhead();
      }
      grown.signalAll();
    } finally {
      lock.unlock();
    }
    onGrowth.run();
  }

  /** Has something done after each new segment, by the thread that makes them. */
  void onGrowth(Runnable action) {
    onGrowth = action;
  }

  /** How many segments there are; those with lower numbers. */
  int segmentCount() {
    return segments.length;
  }

  private void add(ByteBuffer made) {
    ByteBuffer[] more = Arrays.copyOf(segments, segments.length + 1);
    more[segments.length] = made;
    segments = more;
    Buddies all = new Buddies(settings.segmentBytes() / MIN_CHUNK_BYTES);
    buddies.add(all);
    freeBlocks += all.free();
  }

  /** How it stands. */
  public Usage usage() {
    lock.lock();
    try {
      long ready = (long) buddies.size() * settings.segmentBytes();
      return new Usage(
          settings.budgetBytes(),
          ready,
          ready - freeBlocks * MIN_CHUNK_BYTES,
          full == null ? "" : String.valueOf(full.getMessage()));
    } finally {
      lock.unlock();
    }
  }

  /** Waits until what was to be made ready at once is, or can't be. */
  public void awaitReady() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (growing) {
        grown.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Deletes its files. What peers have mapped stays readable for them. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      grown.signalAll();
    } finally {
      lock.unlock();
    }
    background.shutdown();
    try {
      background.awaitTermination(GROWTH_PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    live.close();
    directory.close();
    sweep(settings.parent());
  }

  /**
   * How an arena stands.
   *
   * @param budgetBytes what it may take
   * @param readyBytes what it has taken
   * @param usedBytes what of that is in chunks
   * @param failure why it can't grow any more although its budget would allow it, or empty
   */
  public record Usage(long budgetBytes, long readyBytes, long usedBytes, String failure) {}

  /** A piece of a segment. */
  record Chunk(int segment, int offset, int bytes) {}
}
