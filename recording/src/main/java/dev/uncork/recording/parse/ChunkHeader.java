package dev.uncork.recording.parse;

import dev.uncork.recording.TimeRange;
import java.nio.ByteBuffer;

/**
 * What the header of a chunk says: magic {@code FLR\0}, version (2 + 2 bytes), size, position of
 * the constant pool, position of the metadata, start in nanoseconds since 1970, duration in
 * nanoseconds, start in ticks, ticks per second (8 bytes each), state (1), reserved (2), flags (1).
 *
 * @param offset where in the file the chunk begins
 * @param bytes that it is long
 * @param constants where in the chunk its last constants are
 * @param types where in the chunk its types are told
 * @param startNanos since 1970
 * @param durationNanos of what it covers
 * @param clock by which its ticks are told
 * @param compressed whether its whole numbers are
 */
public record ChunkHeader(
    long offset,
    long bytes,
    long constants,
    long types,
    long startNanos,
    long durationNanos,
    TickClock clock,
    boolean compressed) {
  private static final int FLAGS_OFFSET = 67;
  private static final int COMPRESSED = 1;
  private static final long MOST_NANOS = 7L * 24 * 3600 * 1_000_000_000L;

  /** Reads a header that begins with the magic and is whole. */
  static ChunkHeader read(long offset, ByteBuffer header) {
    return new ChunkHeader(
        offset,
        header.getLong(8),
        header.getLong(16),
        header.getLong(24),
        header.getLong(32),
        header.getLong(40),
        new TickClock(header.getLong(48), header.getLong(32), header.getLong(56)),
        (header.get(FLAGS_OFFSET) & COMPRESSED) != 0);
  }

  boolean makesSense() {
    return bytes >= ChunkScan.HEADER_BYTES
        && inside(constants)
        && inside(types)
        && clock.ticksPerSecond() > 0
        && startNanos > 0
        && durationNanos >= 0
        && durationNanos < MOST_NANOS;
  }

  private boolean inside(long position) {
    return position >= ChunkScan.HEADER_BYTES && position < bytes;
  }

  /** From its first event that can be to its last. */
  public TimeRange covers() {
    return new TimeRange(
        ChunkScan.instant(startNanos), ChunkScan.instant(startNanos + durationNanos));
  }
}
