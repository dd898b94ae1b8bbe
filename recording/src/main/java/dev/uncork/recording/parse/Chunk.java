package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * A chunk in memory, with its types, its clock, and where its constants are; for any thread.
 *
 * @param compressed whether its whole numbers are
 */
record Chunk(
    byte[] bytes, boolean compressed, TickClock clock, Metadata types, ConstantPools constants) {
  private static final int MOST_BYTES = Integer.MAX_VALUE - 64;
  private static final int STRETCH = 1 << 20;

  /**
   * Reads one whose header {@link ChunkScan} found sound.
   *
   * @param before the clock of the chunk before it
   * @throws IOException if the file can't be read
   * @throws RuntimeException if it is too large, or where its types or constants make no sense
   */
  static Chunk read(RandomAccessFile file, ChunkHeader header, @Nullable TickClock before)
      throws IOException {
    long length = header.bytes();
    if (length > MOST_BYTES) {
      throw new BadChunk(Damage.Fault.TOO_LARGE, 0, length);
    }
    byte[] bytes = room((int) length);
    file.seek(header.offset());
    for (int at = 0; at < bytes.length; at += STRETCH) {
      file.readFully(bytes, at, Math.min(STRETCH, bytes.length - at));
    }
    Bytes values = new Bytes(bytes, header.compressed());
    values.position = (int) header.types();
    Metadata types = Metadata.read(values);
    ConstantPools constants = ConstantPools.read(values, types, (int) header.constants());
    TickClock clock = before == null ? header.clock() : before.then(header.clock());
    return new Chunk(bytes, header.compressed(), clock, types, constants);
  }

  private static byte[] room(int length) {
    try {
      return new byte[length];
    } catch (OutOfMemoryError e) {
      throw new BadChunk(Damage.Fault.TOO_LARGE, 0, length);
    }
  }
}
