package dev.uncork.workloads.checker.queue;

import java.nio.file.Path;
import java.util.Locale;

/** The work queues to choose from. */
public enum QueuePart {
  /** A ring buffer behind one lock. */
  ONE_LOCK {
    @Override
    public StateQueue create(int workers, Path directory) {
      return new MemStateQueue(workers);
    }
  },
  /** One lock, and pages on disk. */
  DISK {
    @Override
    public StateQueue create(int workers, Path directory) {
      return new DiskStateQueue(workers, directory, PAGE_STATES);
    }
  },
  /** The JDK's lock-free queue. */
  CONCURRENT {
    @Override
    public StateQueue create(int workers, Path directory) {
      return new ConcurrentStateQueue(workers);
    }
  },
  /** The library's chunked worklist. */
  CHUNKED {
    @Override
    public StateQueue create(int workers, Path directory) {
      return new ChunkedStateQueue(workers);
    }
  };

  private static final int PAGE_STATES = 8192;

  /** An empty queue for so many workers, which may keep files in the directory. */
  public abstract StateQueue create(int workers, Path directory);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
