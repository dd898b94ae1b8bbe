package dev.uncork.workloads.checker.queue;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The work queues to choose from. */
public enum QueuePart {
  /** A ring buffer behind one lock. */
  ONE_LOCK {
    @Override
    public StateQueue create(Options options) {
      return new MemStateQueue(options.workers());
    }
  },
  /** One lock, and pages on disk. */
  DISK {
    @Override
    public StateQueue create(Options options) {
      return new DiskStateQueue(options.workers(), options.directory(), PAGE_STATES);
    }
  },
  /** The JDK's lock-free queue. */
  CONCURRENT {
    @Override
    public StateQueue create(Options options) {
      return new ConcurrentStateQueue(options.workers());
    }
  },
  /** The library's chunked worklist. */
  CHUNKED {
    @Override
    public StateQueue create(Options options) {
      return ChunkedStateQueue.inMemory(options.workers());
    }
  },
  /** The same, with what is too much for memory on disk, and checkpoints of its own. */
  CHUNKED_DISK {
    @Override
    public StateQueue create(Options options) {
      return ChunkedStateQueue.onDisk(options);
    }
  };

  private static final int PAGE_STATES = 8192;

  /**
   * What a queue needs to know.
   *
   * @param workers how many threads take states
   * @param directory where it may keep files
   * @param statesInMemory of {@link #CHUNKED_DISK}: about how many are not on disk
   * @param recoverFrom of {@link #CHUNKED_DISK}: the directory whose states to begin with, or null
   */
  public record Options(
      int workers, Path directory, long statesInMemory, @Nullable Path recoverFrom) {

    /** Without files to recover from, and with everything in memory. */
    public static Options of(int workers, Path directory) {
      return new Options(workers, directory, Long.MAX_VALUE, null);
    }
  }

  /** A queue, empty unless it recovers. */
  public abstract StateQueue create(Options options);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
