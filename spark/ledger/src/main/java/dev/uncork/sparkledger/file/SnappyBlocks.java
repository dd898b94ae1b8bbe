package dev.uncork.sparkledger.file;

import io.airlift.compress.snappy.SnappyDecompressor;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What {@code SnappyOutputStream} of snappy-java writes, which is Spark's {@code snappy} and no
 * format of Snappy's own: a header, then blocks with their lengths; after them perhaps another
 * header.
 */
final class SnappyBlocks extends BlockStream {
  static final byte[] MAGIC = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};

  private static final int HEADER = MAGIC.length + 2 * Integer.BYTES;
  private static final int FIRST_OF_MAGIC = ByteBuffer.wrap(MAGIC).getInt();

  private final SnappyDecompressor snappy = new SnappyDecompressor();
  private final byte[] word = new byte[Integer.BYTES];

  SnappyBlocks(InputStream in) {
    super(in);
  }

  @Override
  int nextBlock() throws IOException {
    while (true) {
      int read = in.readNBytes(word, 0, Integer.BYTES);
      if (read == 0) {
        return -1;
      }
      if (read < Integer.BYTES) {
        throw new EOFException("ends within a block's length");
      }
      int length = ByteBuffer.wrap(word).getInt();
      if (length != FIRST_OF_MAGIC) {
        return block(length);
      }
      readPacked(HEADER - Integer.BYTES);
      if (!Arrays.equals(packed, 0, Integer.BYTES, MAGIC, Integer.BYTES, MAGIC.length)) {
        throw new IOException("a header without its magic word");
      }
    }
  }

  private int block(int packedLength) throws IOException {
    readPacked(packedLength);
    if (packedLength == 0) {
      return 0;
    }
    int length = SnappyDecompressor.getUncompressedLength(packed, 0);
    makeRoom(length);
    if (snappy.decompress(packed, 0, packedLength, block, 0, length) != length) {
      throw new IOException("a block that is no Snappy");
    }
    return length;
  }
}
