package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way to many parts: appended as they come, taken out part by part. They lie in
 * chunks of an arena; what is sorted is a number per record. For one thread.
 *
 * <p>Such a number has the part in its upper 24 bits and the record's place in the log in the lower
 * 40. They are sorted by part only, by counting, least digit first, so records of a part keep their
 * order.
 */
public final class RecordLog implements AutoCloseable {
  /** The most parts there can be. */
  public static final int MAX_PARTS = 1 << 24;

  private static final int PLACE_BITS = 40;
  private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;
  private static final int PAGE_BITS = Integer.numberOfTrailingZeros(Arena.MAX_CHUNK_BYTES);
  private static final int PAGE_MASK = Arena.MAX_CHUNK_BYTES - 1;
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int FIRST_RECORDS = 1 << 12;
  private static final int LEAST_PAGES = 4;
  private static final int BYTES_PER_RECORD = 16;

  private final Arena arena;
  private final int parts;
  private final int maxPages;
  private final int maxRecords;
  private final List<ByteBuffer> pages = new ArrayList<>();
  private final List<Arena.Chunk> chunks = new ArrayList<>();
  private long[] records = new long[FIRST_RECORDS];
  private int count;
  private long end;

  /**
   * Makes an empty one.
   *
   * @param parts how many parts there are
   * @param maxBytes how much memory it may take in the arena
   */
  public RecordLog(Arena arena, int parts, long maxBytes) {
    if (parts > MAX_PARTS) {
      throw new IllegalArgumentException(parts + " parts: expected at most " + MAX_PARTS);
    }
    this.arena = arena;
    this.parts = parts;
    maxPages = (int) Math.max(LEAST_PAGES, maxBytes >> PAGE_BITS);
    maxRecords = Math.max(FIRST_RECORDS, (maxPages << (PAGE_BITS - 10)) / BYTES_PER_RECORD << 10);
  }

  /** Takes records, those of the least part first. */
  @FunctionalInterface
  public interface Sink {
    /** Takes one; the bytes are its own only until it returns. */
    void take(int part, byte[] bytes, int length) throws IOException;
  }

  /** Appends a record; returns false, and appends nothing, if it is full. */
  public boolean append(int part, byte[] from, int length) {
    if (count == maxRecords || !ensureRoom(end + Integer.BYTES + length)) {
      return false;
    }
    if (count == records.length) {
      records = Arrays.copyOf(records, Math.min(maxRecords, 2 * count));
    }
    records[count++] = (long) part << PLACE_BITS | end;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      pages.get((int) (end >> PAGE_BITS)).put((int) (end & PAGE_MASK), (byte) (length >> shift));
      end++;
    }
    for (int done = 0; done < length; ) {
      ByteBuffer page = pages.get((int) (end >> PAGE_BITS));
      int at = (int) (end & PAGE_MASK);
      int piece = Math.min(length - done, page.capacity() - at);
      page.put(at, from, done, piece);
      done += piece;
      end += piece;
    }
    return true;
  }

  private boolean ensureRoom(long bytes) {
    while ((long) pages.size() << PAGE_BITS < bytes) {
      ByteBuffer page = pages.size() < maxPages ? page() : null;
      if (page == null) {
        return false;
      }
      pages.add(page);
    }
    return true;
  }

  /** Where the arena has none, the first few are in the heap, so that some records fit always. */
  private @Nullable ByteBuffer page() {
    Arena.Chunk chunk = arena.take(Arena.MAX_CHUNK_BYTES);
    if (chunk != null && chunk.bytes() == Arena.MAX_CHUNK_BYTES) {
      chunks.add(chunk);
      return arena
          .segment(chunk.segment())
          .limit(chunk.offset() + chunk.bytes())
          .position(chunk.offset())
          .slice();
    }
    if (chunk != null) {
      arena.give(chunk.segment(), chunk.offset(), chunk.bytes());
    }
    return pages.size() < LEAST_PAGES ? ByteBuffer.allocate(Arena.MAX_CHUNK_BYTES) : null;
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Takes all records out, part by part. */
  public void drain(Sink sink) throws IOException {
    long[] sorted = sort();
    byte[] bytes = new byte[1 << 10];
    for (int i = 0; i < count; i++) {
      long at = sorted[i] & PLACE_MASK;
      int length = 0;
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        length |= (pages.get((int) (at >> PAGE_BITS)).get((int) (at & PAGE_MASK)) & 0xff) << shift;
        at++;
      }
      if (bytes.length < length) {
        bytes = new byte[Math.max(length, (int) Math.min(Integer.MAX_VALUE - 8, 2L * length))];
      }
      for (int done = 0; done < length; ) {
        ByteBuffer page = pages.get((int) (at >> PAGE_BITS));
        int from = (int) (at & PAGE_MASK);
        int piece = Math.min(length - done, page.capacity() - from);
        page.get(from, bytes, done, piece);
        done += piece;
        at += piece;
      }
      sink.take((int) (sorted[i] >>> PLACE_BITS), bytes, length);
    }
    count = 0;
    end = 0;
  }

  private long[] sort() {
    long[] from = records;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, parts - 1));
    long[] to = bits == 0 ? from : new long[count];
    for (int shift = PLACE_BITS; shift < PLACE_BITS + bits; shift += DIGIT_BITS) {
      int[] starts = new int[DIGITS + 1];
      for (int i = 0; i < count; i++) {
        starts[(int) (from[i] >>> shift & DIGITS - 1) + 1]++;
      }
      for (int digit = 0; digit < DIGITS; digit++) {
        starts[digit + 1] += starts[digit];
      }
      for (int i = 0; i < count; i++) {
        to[starts[(int) (from[i] >>> shift & DIGITS - 1)]++] = from[i];
      }
      long[] next = from;
      from = to;
      to = next;
    }
    return from;
  }

  /** Gives its memory back. */
  @Override
  public void close() {
    for (Arena.Chunk chunk : chunks) {
      arena.give(chunk.segment(), chunk.offset(), chunk.bytes());
    }
    chunks.clear();
    pages.clear();
    count = 0;
    end = 0;
  }
}
