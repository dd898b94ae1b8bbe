package dev.uncork.sparkledger.file;

import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What {@code LZ4BlockOutputStream} of lz4-java writes, which is Spark's {@code lz4} and no format
 * of LZ4's own. Each block has a header: a magic word, how it is packed, its length packed and
 * unpacked, and a checksum, which isn't verified here, since damage shows in the events.
 */
final class Lz4Blocks extends BlockStream {
  static final byte[] MAGIC = "LZ4Block".getBytes(StandardCharsets.US_ASCII);

  private static final int HEADER = MAGIC.length + 1 + 3 * Integer.BYTES;
  private static final int METHOD = 0xF0;
  private static final int STORED = 0x10;
  private static final int LZ4 = 0x20;

  private final Lz4Decompressor lz4 = new Lz4Decompressor();
  private final byte[] header = new byte[HEADER];

  Lz4Blocks(InputStream in) {
    super(in);
  }

  @Override
  int nextBlock() throws IOException {
    int read = in.readNBytes(header, 0, HEADER);
    if (read == 0) {
      return -1;
    }
    if (read < HEADER) {
      throw new EOFException("ends within a block's header");
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    if (ByteBuffer.wrap(MAGIC).mismatch(fields.duplicate().limit(MAGIC.length)) >= 0) {
      throw new IOException("a block without its magic word");
    }
    int method = fields.get(MAGIC.length) & METHOD;
    int packedLength = fields.getInt(MAGIC.length + 1);
    int length = fields.getInt(MAGIC.length + 1 + Integer.BYTES);
    makeRoom(length);
    readPacked(packedLength);
    if (method == STORED && packedLength == length) {
      System.arraycopy(packed, 0, block, 0, length);
    } else if (method != LZ4
        || lz4.decompress(packed, 0, packedLength, block, 0, length) != length) {
      throw new IOException("a block that is no LZ4");
    }
    return length;
  }
}
