package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What there is to know of an output: its parts, their checksums, and where the bytes lie. It is
 * the bytes that go to other processes, read in place. For all threads.
 *
 * <p>Layout, little-endian: header, spill path (padded), {@code long[parts + 1]} where parts start,
 * {@code long[extents + 1]} where extents start, {@code long[extents]} offsets in segment or file,
 * {@code int[extents]} segments, {@code int[parts]} checksums if there are any.
 */
final class OutputIndex {
  private static final int MAGIC = 0x554e4331;
  private static final int HEADER = 36;

  private final ByteBuffer bytes;
  private final int parts;
  private final int extents;
  private final int partStarts;
  private final int extentStarts;
  private final int extentOffsets;
  private final int extentSegments;
  private final int checksumValues;
  private final Checksums checksums;

  /** Reads one. */
  OutputIndex(ByteBuffer from) throws IOException {
    bytes = from.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.limit() < HEADER || bytes.getInt(0) != MAGIC) {
      throw new IOException("not the index of an output, or one of another version");
    }
    parts = bytes.getInt(16);
    extents = bytes.getInt(20);
    int kind = bytes.getInt(24);
    int spillBytes = bytes.getInt(28);
    partStarts = pad(HEADER + spillBytes);
    extentStarts = partStarts + (parts + 1) * Long.BYTES;
    extentOffsets = extentStarts + (extents + 1) * Long.BYTES;
    extentSegments = extentOffsets + extents * Long.BYTES;
    checksumValues = extentSegments + extents * Integer.BYTES;
    checksums = Checksums.values()[kind];
    int end = checksumValues + (checksums == Checksums.NONE ? 0 : parts * Integer.BYTES);
    if (end != bytes.limit()) {
      throw new IOException("index of an output has " + bytes.limit() + " bytes; expected " + end);
    }
  }

  /** Makes one. */
  static OutputIndex of(
      int slot,
      long generation,
      long[] partLengths,
      Checksums checksums,
      long[] checksumValues,
      Extents extents,
      String spillPath) {
    byte[] path = spillPath.getBytes(StandardCharsets.UTF_8);
    int parts = partLengths.length;
    int longs = parts + 1 + extents.count + 1 + extents.count;
    int ints = extents.count + (checksums == Checksums.NONE ? 0 : parts);
    ByteBuffer to =
        ByteBuffer.allocate(pad(HEADER + path.length) + longs * Long.BYTES + ints * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    to.putInt(MAGIC).putInt(slot).putLong(generation).putInt(parts).putInt(extents.count);
    to.putInt(checksums.ordinal()).putInt(path.length).putInt(0).put(path);
    to.position(pad(HEADER + path.length));
    putStarts(to, partLengths, parts);
    putStarts(to, extents.length, extents.count);
    for (int i = 0; i < extents.count; i++) {
      to.putLong(extents.offset[i]);
    }
    for (int i = 0; i < extents.count; i++) {
      to.putInt(extents.segment[i]);
    }
    if (checksums != Checksums.NONE) {
      for (long value : checksumValues) {
        to.putInt((int) value);
      }
    }
    try {
      return new OutputIndex(to.flip());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void putStarts(ByteBuffer to, long[] lengths, int count) {
    long start = 0;
    to.putLong(start);
    for (int i = 0; i < count; i++) {
      start += lengths[i];
      to.putLong(start);
    }
  }

  private static int pad(int position) {
    return (position + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  ByteBuffer bytes() {
    return bytes.asReadOnlyBuffer();
  }

  int slot() {
    return bytes.getInt(4);
  }

  long generation() {
    return bytes.getLong(8);
  }

  int parts() {
    return parts;
  }

  int extents() {
    return extents;
  }

  Checksums checksums() {
    return checksums;
  }

  Path spillFile() {
    byte[] path = new byte[bytes.getInt(28)];
    bytes.get(HEADER, path);
    return Path.of(new String(path, StandardCharsets.UTF_8));
  }

  /** Where a part starts, in bytes of the whole output; {@link #parts} for its end. */
  long partStart(int part) {
    return bytes.getLong(partStarts + part * Long.BYTES);
  }

  int checksum(int part) {
    return bytes.getInt(checksumValues + part * Integer.BYTES);
  }

  /** Where an extent starts, in bytes of the whole output. */
  long extentStart(int extent) {
    return bytes.getLong(extentStarts + extent * Long.BYTES);
  }

  long extentOffset(int extent) {
    return bytes.getLong(extentOffsets + extent * Long.BYTES);
  }

  int extentSegment(int extent) {
    return bytes.getInt(extentSegments + extent * Integer.BYTES);
  }

  /** Where some parts lie, in order. */
  Extents extentsOf(int from, int to) {
    Extents found = new Extents();
    long at = partStart(from);
    long end = partStart(to);
    for (int extent = at < end ? extentAt(at) : extents; at < end; extent++) {
      long stop = Math.min(end, extentStart(extent + 1));
      found.add(extentSegment(extent), extentOffset(extent) + at - extentStart(extent), stop - at);
      at = stop;
    }
    return found;
  }

  /** What there is to know of some parts, as if there were no others. */
  OutputIndex slice(int from, int to) {
    long[] lengths = new long[to - from];
    long[] values = new long[to - from];
    for (int i = from; i < to; i++) {
      lengths[i - from] = partStart(i + 1) - partStart(i);
      values[i - from] = checksums == Checksums.NONE ? 0 : checksum(i);
    }
    return of(slot(), generation(), lengths, checksums, values, extentsOf(from, to), "");
  }

  /** The extent that holds a byte of the output. */
  int extentAt(long position) {
    int low = 0;
    int high = extents - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (extentStart(middle) <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
