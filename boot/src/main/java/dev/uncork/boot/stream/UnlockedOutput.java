package dev.uncork.boot.stream;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A {@link java.io.BufferedOutputStream} without locks, for a stream that one thread at a time
 * uses.
 */
public final class UnlockedOutput extends FilterOutputStream {
  private static final int SIZE_BYTES = 8192; // As BufferedOutputStream has.

  private final byte[] buffer = new byte[SIZE_BYTES];
  private int count;

  /** Writes to a stream, when the buffer is full or flushed. */
  public UnlockedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int value) throws IOException {
    if (count >= SIZE_BYTES) {
      writeBuffer();
    }
    buffer[count++] = (byte) value;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length >= SIZE_BYTES) {
      writeBuffer();
      out.write(bytes, offset, length);
      return;
    }
    if (length > SIZE_BYTES - count) {
      writeBuffer();
    }
    System.arraycopy(bytes, offset, buffer, count, length);
    count += length;
  }

  private void writeBuffer() throws IOException {
    if (count > 0) {
      out.write(buffer, 0, count);
      count = 0;
    }
  }

  @Override
  public void flush() throws IOException {
    writeBuffer();
    out.flush();
  }
}
