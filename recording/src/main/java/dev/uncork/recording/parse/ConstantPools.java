package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The constants of a chunk, which is where JFR writes threads, classes, stacks and texts that come
 * more than once: in checkpoint events, each of which says where the one before it is.
 */
final class ConstantPools {
  private final Map<TypeLayout, ConstantPool> pools = new HashMap<>();

  private ConstantPools() {}

  /**
   * Finds all of them.
   *
   * @param position of the last checkpoint
   * @throws RuntimeException where one makes no sense
   */
  static ConstantPools read(Bytes bytes, Metadata types, int position) {
    ConstantPools pools = new ConstantPools();
    long at = position;
    while (true) {
      bytes.position = (int) at;
      long size = bytes.number(Integer.BYTES);
      long kind = bytes.number(Long.BYTES);
      if (kind != 1) {
        throw new BadChunk(Damage.Fault.CONSTANTS, at, kind);
      }
      bytes.skipNumber(Long.BYTES); // Start.
      bytes.skipNumber(Long.BYTES); // Duration.
      long back = bytes.number(Long.BYTES);
      bytes.skip(1); // What kind of checkpoint it is.
      pools.take(bytes, types);
      if (bytes.position != at + size) {
        throw new BadChunk(Damage.Fault.EVENT, at, size);
      }
      if (back == 0) {
        return pools;
      }
      if (back > 0 || at + back < ChunkScan.HEADER_BYTES) {
        throw new BadChunk(Damage.Fault.COUNT, at, back);
      }
      at += back;
    }
  }

  private void take(Bytes bytes, Metadata types) {
    for (int left = bytes.count(); left > 0; left--) {
      long id = bytes.number(Long.BYTES);
      TypeLayout type = types.find(id);
      if (type == null) {
        throw new BadChunk(Damage.Fault.TYPE, bytes.position, id);
      }
      type.check();
      ConstantPool pool = pools.computeIfAbsent(type, key -> new ConstantPool(pools.size()));
      for (int more = bytes.count(); more > 0; more--) {
        pool.add(bytes.number(Long.BYTES), bytes.position);
        type.skip(bytes);
      }
    }
  }

  /** The constants of a type; null if there are none. */
  @Nullable ConstantPool find(TypeLayout type) {
    return pools.get(type);
  }

  int size() {
    return pools.size();
  }
}
