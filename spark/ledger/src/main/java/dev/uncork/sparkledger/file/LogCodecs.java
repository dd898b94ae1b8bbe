package dev.uncork.sparkledger.file;

import com.ning.compress.lzf.LZFInputStream;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Decompresses files by what their first bytes say of how they were compressed. */
final class LogCodecs {
  private static final byte[] ZSTD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
  private static final byte[] LZF = {'Z', 'V'};
  private static final byte[] GZIP = {0x1F, (byte) 0x8B};
  private static final int BUFFER_BYTES = 1 << 16;

  private LogCodecs() {}

  /**
   * A file's content, decompressed. The libraries throw checked and unchecked exceptions while it
   * is read, where it is damaged or ends too early.
   */
  static InputStream decompressed(InputStream file) throws IOException {
    InputStream in = new BufferedInputStream(file, BUFFER_BYTES);
    int longest = Math.max(Lz4Blocks.MAGIC.length, SnappyBlocks.MAGIC.length);
    in.mark(longest);
    byte[] first = in.readNBytes(longest);
    in.reset();
    if (starts(first, ZSTD)) {
      return new ZstdInputStream(in);
    }
    if (starts(first, Lz4Blocks.MAGIC)) {
      return new Lz4Blocks(in);
    }
    if (starts(first, SnappyBlocks.MAGIC)) {
      return new SnappyBlocks(in);
    }
    if (starts(first, LZF)) {
      return new LZFInputStream(in);
    }
    return starts(first, GZIP) ? new GZIPInputStream(in, BUFFER_BYTES) : in;
  }

  private static boolean starts(byte[] bytes, byte[] magic) {
    return bytes.length >= magic.length
        && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
  }
}
