package dev.uncork.cli.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;

/**
 * Puts a recording together from the chunks of a JVM that died.
 *
 * <p>A recording is a sequence of chunks. JFR writes through to the newest chunk about once a
 * second and then updates its header, so that all up to the size in the header is consistent; what
 * follows is a torn tail. A chunk still being written carries a generation number where a finished
 * one has zero, and readers wait for it to grow unless it is cleared.
 */
final class ChunkAssembly {
  private static final int MAGIC = 0x464c5200; // "FLR\0"
  private static final int HEADER_BYTES = 68;
  private static final int SIZE_OFFSET = 8;
  private static final int METADATA_OFFSET = 24;
  private static final int START_OFFSET = 32;
  private static final int STATE_OFFSET = 64;
  private static final int FLAGS_OFFSET = 67;
  private static final byte FLAG_FINAL_CHUNK = 2;

  private ChunkAssembly() {}

  /**
   * Writes all that is readable of the chunks.
   *
   * @return number of chunks written; the target is not made when it is 0
   */
  static int assemble(List<Path> chunks, Path target) throws IOException {
    int written = 0;
    for (Path chunk : chunks) {
      if (append(chunk, target)) {
        written++;
      }
    }
    return written;
  }

  /** When a chunk was begun; the distant past for what is no chunk. */
  static Instant startOf(Path chunk) throws IOException {
    try (FileChannel in = FileChannel.open(chunk, StandardOpenOption.READ)) {
      ByteBuffer header = header(in);
      return header.hasRemaining() || header.getInt(0) != MAGIC
          ? Instant.MIN
          : Instant.EPOCH.plusNanos(header.getLong(START_OFFSET));
    }
  }

  private static ByteBuffer header(FileChannel in) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    while (header.hasRemaining() && in.read(header) >= 0) {}
    return header;
  }

  private static boolean append(Path chunk, Path target) throws IOException {
    try (FileChannel in = FileChannel.open(chunk, StandardOpenOption.READ)) {
      ByteBuffer header = header(in);
      if (header.hasRemaining() || header.getInt(0) != MAGIC) {
        return false;
      }
      long sizeBytes = header.getLong(SIZE_OFFSET);
      boolean everFlushed = header.getLong(METADATA_OFFSET) > 0;
      if (!everFlushed || sizeBytes <= HEADER_BYTES || sizeBytes > Files.size(chunk)) {
        return false;
      }
      header.put(STATE_OFFSET, (byte) 0);
      header.put(FLAGS_OFFSET, (byte) (header.get(FLAGS_OFFSET) & ~FLAG_FINAL_CHUNK));
      header.rewind();
      try (FileChannel out =
          FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        while (header.hasRemaining()) {
          out.write(header);
        }
        for (long at = HEADER_BYTES; at < sizeBytes; ) {
          at += in.transferTo(at, sizeBytes - at, out);
        }
      }
      return true;
    }
  }
}
