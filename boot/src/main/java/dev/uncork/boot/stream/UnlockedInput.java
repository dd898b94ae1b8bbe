package dev.uncork.boot.stream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A {@link java.io.BufferedInputStream} without locks, for a stream that one thread at a time uses.
 * Nothing can be marked.
 */
public final class UnlockedInput extends FilterInputStream {
  private static final int SIZE_BYTES = 8192; // As BufferedInputStream has.
  private static final byte[] CLOSED = new byte[0];

  private byte[] buffer = new byte[SIZE_BYTES];
  private int position;
  private int limit;

  /** Reads ahead from a stream. */
  public UnlockedInput(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    return position < limit || fill() ? buffer[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int wanted = length;
    if (position >= limit) {
      if (length == 0) {
        return 0;
      }
      if (length >= SIZE_BYTES) {
        return open().read(into, offset, length);
      }
      if (!fill()) {
        return -1;
      }
    }
    wanted = Math.min(wanted, limit - position);
    System.arraycopy(buffer, position, into, offset, wanted);
    position += wanted;
    return wanted;
  }

  /** Reads on into the empty buffer; false at the end. */
  private boolean fill() throws IOException {
    InputStream source = open();
    position = 0;
    limit = 0;
    int count = source.read(buffer, 0, buffer.length);
    limit = Math.max(0, count);
    return count > 0;
  }

  private InputStream open() throws IOException {
    if (buffer == CLOSED) {
      throw new IOException("Stream closed"); // As BufferedInputStream says.
    }
    return in;
  }

  @Override
  public long skip(long count) throws IOException {
    long buffered = Math.max(0, Math.min(count, limit - position));
    if (buffered > 0 || count <= 0) {
      position += (int) buffered;
      return buffered;
    }
    return open().skip(count);
  }

  @Override
  public int available() throws IOException {
    int buffered = limit - position;
    int more = open().available();
    return more > Integer.MAX_VALUE - buffered ? Integer.MAX_VALUE : buffered + more;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() throws IOException {
    buffer = CLOSED;
    position = 0;
    limit = 0;
    in.close();
  }
}
