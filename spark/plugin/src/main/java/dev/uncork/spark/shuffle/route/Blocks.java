package dev.uncork.spark.shuffle.route;

import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleBlockBatchId;
import org.apache.spark.storage.ShuffleBlockId;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a map output that are fetched together.
 *
 * @param shuffle the shuffle
 * @param map the map task's attempt
 * @param from the first partition
 * @param to the partition after the last
 */
public record Blocks(int shuffle, long map, int from, int to) {
  private static final String PREFIX = "shuffle_";

  /** Null for other kinds of blocks. */
  public static @Nullable Blocks of(BlockId id) {
    if (id instanceof ShuffleBlockId one) {
      return new Blocks(one.shuffleId(), one.mapId(), one.reduceId(), one.reduceId() + 1);
    }
    if (id instanceof ShuffleBlockBatchId batch) {
      return new Blocks(
          batch.shuffleId(), batch.mapId(), batch.startReduceId(), batch.endReduceId());
    }
    return null;
  }

  /** From a name: {@code shuffle_SHUFFLE_MAP_FROM} or {@code shuffle_SHUFFLE_MAP_FROM_TO}. */
  public static @Nullable Blocks named(String name) {
    if (!name.startsWith(PREFIX)) {
      return null;
    }
    String[] numbers = name.substring(PREFIX.length()).split("_", -1);
    try {
      if (numbers.length == 3 || numbers.length == 4) {
        int from = Integer.parseInt(numbers[2]);
        return new Blocks(
            Integer.parseInt(numbers[0]),
            Long.parseLong(numbers[1]),
            from,
            numbers.length == 4 ? Integer.parseInt(numbers[3]) : from + 1);
      }
    } catch (NumberFormatException e) {
      // Another kind of block, such as an index.
    }
    return null;
  }
}
