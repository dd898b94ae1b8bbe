package dev.uncork.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of an output window by window. Each window goes through the checksum before it is
 * read, when it comes into the cache; the last window of a part is handed out only when the part's
 * checksum was right. After each copy it looks whether the output is still there.
 */
final class ViewStream extends InputStream {
  private static final int WINDOW_BYTES = 64 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final OutputKey key;
  private final OutputIndex index;
  private final Memory memory;
  private final Runnable onClose;
  private final @Nullable Checksum checksum;
  private final long end;
  private int part;
  private long partEnd;
  private int extent;
  private long position;
  private ByteBuffer window = NOTHING;
  private @Nullable ByteBuffer copied;
  private @Nullable FileChannel spill;

  ViewStream(OutputKey key, OutputIndex index, Memory memory, int from, int to, Runnable onClose) {
    this.key = key;
    this.index = index;
    this.memory = memory;
    this.onClose = onClose;
    part = from;
    position = index.partStart(from);
    end = index.partStart(to);
    partEnd = from < to ? index.partStart(from + 1) : position;
    extent = index.extents() == 0 ? 0 : index.extentAt(position);
    checksum = index.checksums().start();
  }

  @Override
  public int read() throws IOException {
    if (!window.hasRemaining() && !advance()) {
      return -1;
    }
    int value = window.get() & 0xff;
    requireLive();
    return value;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!window.hasRemaining() && !advance()) {
      return -1;
    }
    int count = Math.min(length, window.remaining());
    window.get(into, offset, count);
    requireLive();
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = 0;
    while (skipped < count && (window.hasRemaining() || advance())) {
      int step = (int) Math.min(count - skipped, window.remaining());
      window.position(window.position() + step);
      skipped += step;
    }
    return skipped;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, window.remaining() + end - position);
  }

  private void requireLive() throws IOException {
    if (!memory.isLive(index)) {
      throw new IOException(key + " was removed while it was read");
    }
  }

  /** Goes to the next window; false at the end. */
  private boolean advance() throws IOException {
    if (position >= end) {
      return false;
    }
    while (position == partEnd) {
      part++;
      partEnd = index.partStart(part + 1);
    }
    while (index.extentStart(extent + 1) <= position) {
      extent++;
    }
    long last = Math.min(partEnd, index.extentStart(extent + 1));
    int count = (int) Math.min(WINDOW_BYTES, last - position);
    long offset = index.extentOffset(extent) + position - index.extentStart(extent);
    int segment = index.extentSegment(extent);
    if (segment == Extents.SPILL_FILE) {
      window = readSpilled(offset, count);
    } else {
      window = memory.segment(segment).position((int) offset).limit((int) offset + count);
    }
    position += count;
    if (checksum != null) {
      verify(checksum);
    }
    return true;
  }

  private void verify(Checksum sum) throws IOException {
    sum.update(window.duplicate());
    if (position == partEnd) {
      int found = (int) sum.getValue();
      if (found != index.checksum(part)) {
        requireLive();
        throw new IOException(
            String.format(
                "part %d of %s is corrupt: %s is %08x, expected %08x",
                part, key, index.checksums(), found, index.checksum(part)));
      }
      sum.reset();
    }
  }

  private ByteBuffer readSpilled(long offset, int count) throws IOException {
    if (spill == null) {
      spill = FileChannel.open(index.spillFile(), StandardOpenOption.READ);
    }
    if (copied == null) {
      copied = ByteBuffer.allocate(WINDOW_BYTES);
    }
    copied.clear().limit(count);
    while (copied.hasRemaining()) {
      if (spill.read(copied, offset + copied.position()) < 0) {
        throw new EOFException(index.spillFile() + " ended at " + (offset + copied.position()));
      }
    }
    return copied.flip();
  }

  @Override
  public void close() throws IOException {
    window = NOTHING;
    position = end;
    try {
      if (spill != null) {
        spill.close();
      }
    } finally {
      onClose.run();
    }
  }
}
