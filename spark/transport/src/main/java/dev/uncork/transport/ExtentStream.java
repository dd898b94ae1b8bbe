package dev.uncork.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * Writes into chunks of an arena, larger and larger ones; where there are none, into a buffer that
 * goes to the spill file. What was not used of the last chunk is given back.
 */
final class ExtentStream extends OutputStream {
  private static final int GROWTH = 4;
  private static final int SPILL_BUFFER_BYTES = 64 << 10;
  private static final int SUM_BYTES = 32 << 10; // while they are in the cache
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Arena arena;
  private final SpillFile spill;
  private final @Nullable Checksum checksum;
  private final Extents extents = new Extents();
  private int nextBytes;
  private ByteBuffer room = NOTHING;
  private Arena.@Nullable Chunk chunk;
  private int summed;
  private long sealed;
  private boolean finished;

  /**
   * Makes one that has nothing yet.
   *
   * @param firstBytes how large the first chunk is
   * @param checksum takes all bytes, or null
   */
  ExtentStream(Arena arena, SpillFile spill, int firstBytes, @Nullable Checksum checksum) {
    this.arena = arena;
    this.spill = spill;
    this.checksum = checksum;
    nextBytes = firstBytes;
  }

  @Override
  public void write(int b) throws IOException {
    if (!room.hasRemaining()) {
      more();
    }
    room.put((byte) b);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, from.length);
    int done = 0;
    while (done < length) {
      if (!room.hasRemaining()) {
        more();
      }
      int piece = Math.min(room.remaining(), length - done);
      room.put(from, offset + done, piece);
      done += piece;
      if (room.position() - summed >= SUM_BYTES) {
        sum();
      }
    }
  }

  /** Gives the checksum what it has not seen of the room. */
  private void sum() {
    if (checksum != null) {
      checksum.update(room.duplicate().flip().position(summed));
    }
    summed = room.position();
  }

  /** How much was written. */
  long written() {
    return sealed + room.position() - start();
  }

  private int start() {
    return chunk == null ? 0 : chunk.offset();
  }

  private void more() throws IOException {
    if (finished) {
      throw new IOException("written after its end");
    }
    boolean spilling = chunk == null && room != NOTHING;
    seal();
    Arena.Chunk next = spilling ? null : arena.take(nextBytes);
    chunk = next;
    if (next != null) {
      ByteBuffer segment = arena.segment(next.segment());
      room = segment.position(next.offset()).limit(next.offset() + next.bytes());
      nextBytes = Math.min(Arena.MAX_CHUNK_BYTES, nextBytes * GROWTH);
    } else if (spilling) {
      room.clear();
    } else {
      room = ByteBuffer.allocate(SPILL_BUFFER_BYTES);
    }
    summed = room.position();
  }

  /** What is in the chunk becomes an extent; the rest of the chunk is given back. */
  private void seal() throws IOException {
    int start = start();
    int used = room.position() - start;
    sum();
    sealed += used;
    Arena.Chunk full = chunk;
    if (full == null) {
      if (used > 0) {
        extents.add(Extents.SPILL_FILE, spill.append(room.flip()), used);
      }
      return;
    }
    extents.add(full.segment(), start, used);
    int kept = Arena.wholeChunks(used);
    if (kept < full.bytes()) {
      arena.give(full.segment(), start + kept, full.bytes() - kept);
    }
    chunk = null;
  }

  /** Ends it; where its bytes lie. */
  Extents finish() throws IOException {
    if (!finished) {
      seal();
      finished = true;
      room = NOTHING;
      chunk = null;
    }
    return extents;
  }

  /** Gives all of it back. */
  void abort() {
    Arena.Chunk open = chunk;
    if (open != null) {
      arena.give(open.segment(), open.offset(), open.bytes());
    }
    chunk = null;
    room = NOTHING;
    finished = true;
    for (int i = 0; i < extents.count; i++) {
      if (extents.segment[i] != Extents.SPILL_FILE) {
        arena.give(extents.segment[i], (int) extents.offset[i], (int) extents.length[i]);
      }
    }
    extents.count = 0;
  }
}
