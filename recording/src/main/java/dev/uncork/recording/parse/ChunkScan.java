package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the chunk headers of a file say.
 *
 * <p>JFR writes chunks one after the other, each with its own metadata, so that all chunks before a
 * damaged one can be read. The header has 68 bytes: magic {@code FLR\0}, version (2 + 2 bytes),
 * size, position of the constant pool, position of the metadata, start in nanoseconds since 1970,
 * duration in nanoseconds, start in ticks, ticks per second (8 bytes each), state (1), reserved
 * (2), flags (1). What a killed JVM left may be in state 255 (being updated), for which readers of
 * the JDK wait for ever.
 *
 * @param startNanos start of the first chunk since 1970
 * @param endNanos end of the last whole chunk, as its header says
 * @param wholeBytes length of the leading part that consists of whole chunks
 * @param chunkOffsets where the whole chunks begin
 * @param damage why the rest cannot be read; null when there is no rest
 */
public record ChunkScan(
    long startNanos,
    long endNanos,
    long wholeBytes,
    List<Long> chunkOffsets,
    @Nullable Damage damage) {
  public static final int HEADER_BYTES = 68;
  public static final int STATE_OFFSET = 64;

  private static final int MAGIC = 0x464c5200;
  private static final long MAX_CHUNK_NANOS = 7L * 24 * 3600 * 1_000_000_000L;

  /** The moment that a header tells. */
  public static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(epochNanos / 1_000_000_000L, epochNanos % 1_000_000_000L);
  }

  /** Number of whole chunks. */
  public int chunks() {
    return chunkOffsets.size();
  }

  /** Reads the headers. */
  public static ChunkScan of(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return scan(channel);
    }
  }

  private static ChunkScan scan(FileChannel channel) throws IOException {
    long size = channel.size();
    long position = 0;
    long start = 0;
    long end = 0;
    Damage damage = null;
    List<Long> offsets = new ArrayList<>();
    while (position < size) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      while (header.hasRemaining() && channel.read(header, position + header.position()) >= 0) {
        // Reads until the header is whole or the file ends.
      }
      header.flip();
      damage = damageOf(header, position, size);
      if (damage != null) {
        break;
      }
      start = offsets.isEmpty() ? header.getLong(32) : start;
      end = header.getLong(32) + header.getLong(40);
      offsets.add(position);
      position += header.getLong(8);
    }
    return new ChunkScan(start, end, position, offsets, damage);
  }

  private static @Nullable Damage damageOf(ByteBuffer header, long position, long size) {
    long left = size - position;
    if (header.limit() < 4 || header.getInt(0) != MAGIC) {
      return position == 0 ? new Damage.NoJfrFile() : new Damage.NoChunk(position, left);
    }
    if (left < HEADER_BYTES) {
      return new Damage.EndsInHeader(position);
    }
    int major = header.getShort(4);
    if (major != 2) {
      return new Damage.OtherVersion(position, major);
    }
    long chunkBytes = header.getLong(8);
    if (chunkBytes > left) {
      return new Damage.Cut(position, left, chunkBytes);
    }
    boolean placed =
        inside(header.getLong(16), chunkBytes)
            && inside(header.getLong(24), chunkBytes)
            && header.getLong(56) > 0
            && header.getLong(32) > 0
            && header.getLong(40) >= 0
            && header.getLong(40) < MAX_CHUNK_NANOS;
    if (chunkBytes < HEADER_BYTES || !placed) {
      return new Damage.SenselessHeader(position);
    }
    return null;
  }

  private static boolean inside(long offset, long chunkBytes) {
    return offset >= HEADER_BYTES && offset < chunkBytes;
  }
}
