package dev.uncork.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.StandardOpenOption;

/**
 * Some parts of an output, one after the other, to be read without copying them. What is read is
 * either right or an {@link IOException}: bytes of an output that was removed meanwhile, or whose
 * checksum is wrong, are never taken for good when a stream has come to its end.
 *
 * <p>A view may be handed from thread to thread; its streams are for one thread each.
 */
public final class View implements AutoCloseable {
  private final OutputKey key;
  private final OutputIndex index;
  private final Memory memory;
  private final int from;
  private final int to;
  private final Runnable end;

  View(OutputKey key, OutputIndex index, Memory memory, int from, int to, Runnable end) {
    if (from < 0 || from > to || to > index.parts()) {
      throw new IllegalArgumentException(
          "parts " + from + " to " + to + " of an output with " + index.parts());
    }
    this.key = key;
    this.index = index;
    this.memory = memory;
    this.from = from;
    this.to = to;
    this.end = end;
  }

  /** In bytes. */
  public long size() {
    return index.partStart(to) - index.partStart(from);
  }

  /** Reads it from its start, verifying checksums. Closing the stream ends the view too. */
  public InputStream stream() {
    return new ViewStream(key, index, memory, from, to, end);
  }

  /**
   * All of it, copied and verified; the view is ended.
   *
   * @throws IOException if it is larger than a buffer can be, corrupt, or was removed
   */
  public ByteBuffer copy() throws IOException {
    long size = size();
    if (size > Integer.MAX_VALUE - Long.BYTES) {
      close();
      throw new IOException(key + " has " + size + " bytes, more than a buffer can have");
    }
    byte[] copy = new byte[(int) size];
    try (InputStream in = stream()) {
      if (in.readNBytes(copy, 0, copy.length) != copy.length) {
        throw new EOFException(key + " ended early");
      }
    }
    return ByteBuffer.wrap(copy);
  }

  /**
   * Writes some of it to a channel, as much as the channel takes of one run of memory.
   *
   * @param position from where, in bytes from its start
   */
  public long transferTo(WritableByteChannel channel, long position) throws IOException {
    long at = index.partStart(from) + position;
    long left = index.partStart(to) - at;
    if (left <= 0) {
      return 0;
    }
    int extent = index.extentAt(at);
    long count = Math.min(left, index.extentStart(extent + 1) - at);
    long offset = index.extentOffset(extent) + at - index.extentStart(extent);
    int segment = index.extentSegment(extent);
    if (segment == Extents.SPILL_FILE) {
      try (FileChannel file = FileChannel.open(index.spillFile(), StandardOpenOption.READ)) {
        return file.transferTo(offset, count, channel);
      }
    }
    ByteBuffer run = memory.segment(segment);
    return channel.write(run.position((int) offset).limit((int) (offset + count)));
  }

  /** Ends it; its memory may be used for something else when all views have ended. */
  @Override
  public void close() {
    end.run();
  }
}
