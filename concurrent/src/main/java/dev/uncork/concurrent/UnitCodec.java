package dev.uncork.concurrent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How a {@link ChunkedWorklist} writes units to disk and reads them back. Called by several threads
 * at once; what one call writes, one call reads.
 *
 * @param <E> the units' type
 */
public interface UnitCodec<E> {
  /** Writes a unit. */
  void write(E unit, DataOutput out) throws IOException;

  /** Reads what {@link #write} wrote. */
  E read(DataInput in) throws IOException;

  /** Longs in eight bytes each. */
  static UnitCodec<Long> longs() {
    return new UnitCodec<>() {
      @Override
      public void write(Long unit, DataOutput out) throws IOException {
        out.writeLong(unit);
      }

      @Override
      public Long read(DataInput in) throws IOException {
        return in.readLong();
      }
    };
  }
}
