package dev.uncork.recording.parse;

import dev.uncork.recording.TimeRange;
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
 * damaged one can be read. What a killed JVM left may be in state 255 (being updated), for which
 * readers of the JDK wait for ever.
 *
 * @param chunks those that are whole
 * @param damage why the rest cannot be read; null when there is no rest
 */
public record ChunkScan(List<ChunkHeader> chunks, @Nullable Damage damage) {
  public static final int HEADER_BYTES = 68;
  public static final int STATE_OFFSET = 64;

  private static final int MAGIC = 0x464c5200;

  /** The moment that a header tells. */
  public static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(epochNanos / 1_000_000_000L, epochNanos % 1_000_000_000L);
  }

  /** From the first event that a whole chunk can have to the last; there is one. */
  public TimeRange covers() {
    return new TimeRange(
        chunks.get(0).covers().from(), chunks.get(chunks.size() - 1).covers().to());
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
    Damage damage = null;
    List<ChunkHeader> chunks = new ArrayList<>();
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
      ChunkHeader chunk = ChunkHeader.read(position, header);
      chunks.add(chunk);
      position += chunk.bytes();
    }
    return new ChunkScan(chunks, damage);
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
    ChunkHeader chunk = ChunkHeader.read(position, header);
    if (chunk.bytes() > left) {
      return new Damage.Cut(position, left, chunk.bytes());
    }
    return chunk.makesSense() ? null : new Damage.SenselessHeader(position);
  }
}
