package dev.uncork.spark.shuffle.arena;

import dev.uncork.spark.shuffle.route.Lookup;
import dev.uncork.spark.shuffle.route.RemoteOffers;
import dev.uncork.transport.ExportedSegments;
import dev.uncork.transport.OutputStore;
import org.jspecify.annotations.Nullable;

/** Map outputs in the arena, whose segments are registered. */
record ArenaOffers(OutputStore store, ExportedSegments exports) implements RemoteOffers {
  @Override
  public byte[] greeting() {
    return exports.greeting();
  }

  @Override
  public byte @Nullable [] output(int shuffle, long map, int group) {
    int from = group * Lookup.GROUP_PARTS;
    return store.slice(shuffle, map, from, from + Lookup.GROUP_PARTS);
  }

  @Override
  public void forget(int shuffle) {}

  @Override
  public void close() {
    exports.close();
  }
}
