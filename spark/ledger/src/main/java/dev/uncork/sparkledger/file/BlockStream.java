package dev.uncork.sparkledger.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A stream of blocks that are compressed one by one. */
abstract class BlockStream extends InputStream {
  /** Blocks of Spark's are 32 KB, and the libraries that write them take no more than this. */
  private static final int LARGEST_BLOCK = 32 << 20;

  final InputStream in;
  byte[] packed = new byte[0];
  byte[] block = new byte[0];
  private int at;
  private int end;

  BlockStream(InputStream in) {
    this.in = in;
  }

  /** Reads the next block into {@link #block}: its length, or -1 at the end. */
  abstract int nextBlock() throws IOException;

  @Override
  public final int read() throws IOException {
    return available(1) ? block[at++] & 0xFF : -1;
  }

  @Override
  public final int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (!available(length)) {
      return -1;
    }
    int count = Math.min(length, end - at);
    System.arraycopy(block, at, target, offset, count);
    at += count;
    return count;
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }

  private boolean available(int wanted) throws IOException {
    while (wanted > 0 && at == end) {
      int length = nextBlock();
      if (length < 0) {
        return false;
      }
      at = 0;
      end = length;
    }
    return true;
  }

  /** Reads a block's bytes as they are in the file. */
  final void readPacked(int length) throws IOException {
    if (packed.length < checked(length)) {
      packed = new byte[length];
    }
    if (in.readNBytes(packed, 0, length) < length) {
      throw new EOFException("ends within a block");
    }
  }

  /** Makes room for a block of this length. */
  final void makeRoom(int length) throws IOException {
    if (block.length < checked(length)) {
      block = new byte[length];
    }
  }

  private static int checked(int length) throws IOException {
    if (length < 0 || length > LARGEST_BLOCK) {
      throw new IOException("a block of " + (length & 0xFFFFFFFFL) + " bytes");
    }
    return length;
  }
}
