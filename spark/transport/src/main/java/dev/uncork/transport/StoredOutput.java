package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An output of this process. Its chunks are given back when it was removed and no view of this
 * process is open; other processes learn from the {@link LiveTable}. For all threads.
 */
final class StoredOutput implements Memory {
  private final Arena arena;
  private final OutputKey key;
  private final OutputIndex index;
  private final AtomicInteger uses = new AtomicInteger(1);

  StoredOutput(Arena arena, OutputKey key, OutputIndex index) {
    this.arena = arena;
    this.key = key;
    this.index = index;
  }

  OutputKey key() {
    return key;
  }

  OutputIndex index() {
    return index;
  }

  long[] partLengths() {
    long[] lengths = new long[index.parts()];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = index.partStart(i + 1) - index.partStart(i);
    }
    return lengths;
  }

  long @Nullable [] checksums() {
    if (index.checksums() == Checksums.NONE) {
      return null;
    }
    long[] values = new long[index.parts()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Integer.toUnsignedLong(index.checksum(i));
    }
    return values;
  }

  /** Null if it was removed. */
  @Nullable View view(int from, int to) {
    int now;
    do {
      now = uses.get();
      if (now == 0) {
        return null;
      }
    } while (!uses.compareAndSet(now, now + 1));
    AtomicInteger once = new AtomicInteger(1);
    return new View(
        key,
        index,
        this,
        from,
        to,
        () -> {
          if (once.getAndSet(0) == 1) {
            release();
          }
        });
  }

  void remove() {
    release();
  }

  private void release() {
    if (uses.decrementAndGet() == 0) {
      if (index.slot() >= 0) {
        arena.live().end(index.slot());
      }
      free();
    }
  }

  /**
   * Extents of one run of memory may be apart here, with the same smallest chunk at the end of one
   * and the start of the other; {@link Arena#give} gives each such chunk back once.
   */
  private void free() {
    boolean spilled = false;
    for (int i = 0; i < index.extents(); i++) {
      int segment = index.extentSegment(i);
      if (segment == Extents.SPILL_FILE) {
        spilled = true;
      } else {
        int length = (int) (index.extentStart(i + 1) - index.extentStart(i));
        arena.give(segment, (int) index.extentOffset(i), length);
      }
    }
    if (spilled) {
      try {
        Files.deleteIfExists(index.spillFile());
      } catch (IOException e) {
        // Goes with the directory.
      }
    }
  }

  @Override
  public ByteBuffer segment(int number) {
    return arena.segment(number);
  }

  /** As long as a view is open, and without one nobody asks. */
  @Override
  public boolean isLive(OutputIndex output) {
    return true;
  }
}
