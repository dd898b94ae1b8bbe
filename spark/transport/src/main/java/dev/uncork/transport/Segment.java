package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file in memory that is mapped as a whole. What is in it changes, its place never does. */
final class Segment {
  private static final int PIECE_BYTES = 1 << 20;

  private Segment() {}

  static String fileName(int number) {
    return "segment-" + number;
  }

  /**
   * Makes one whose pages are all there. They are written, not just mapped: where memory is short
   * that is an exception, while touching a page of a sparse file would be a SIGBUS.
   */
  static MappedByteBuffer create(Path file, int bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OwnerOnly.FILE)) {
      fill(channel, 0, bytes);
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes).load();
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /** Writes zeros. */
  static void fill(FileChannel channel, long position, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, PIECE_BYTES));
    for (long at = 0; at < bytes; ) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
      at += channel.write(zeros, position + at);
    }
  }

  /** Maps another process's. */
  static MappedByteBuffer open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
  }
}
