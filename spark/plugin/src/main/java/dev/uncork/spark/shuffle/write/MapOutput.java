package dev.uncork.spark.shuffle.write;

import dev.uncork.spark.shuffle.route.Routes;
import dev.uncork.spark.shuffle.route.SparkVersions;
import dev.uncork.transport.Checksums;
import dev.uncork.transport.OutputBuilder;
import dev.uncork.transport.OutputStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.storage.ShuffleDataBlockId;

/**
 * One map task's output while it is written into the arena. For one thread.
 *
 * <p>What finds no memory goes to the file that Spark's own shuffle would have written, so that
 * Spark removes it with its directories.
 */
public final class MapOutput {
  private static final int NO_REDUCE_ID = 0;

  private final OutputBuilder builder;
  private final long map;
  private final Routes routes;

  /** Begins an output. */
  public MapOutput(OutputStore store, int shuffle, long map, int partitions, Routes routes) {
    this.map = map;
    this.routes = routes;
    builder = store.build(shuffle, map, partitions, () -> file(shuffle, map));
  }

  private static Path file(int shuffle, long map) {
    String name = "uncork_" + new ShuffleDataBlockId(shuffle, map, NO_REDUCE_ID).name();
    return SparkEnv.get().blockManager().diskBlockManager().getFile(name).toPath();
  }

  OutputBuilder builder() {
    return builder;
  }

  /** Stores it with checksums that were computed on the way; the sizes of its partitions. */
  long[] commit(Checksums checksums) throws IOException {
    return counted(builder.commit(checksums));
  }

  /** Stores it with checksums that Spark has computed. */
  long[] commit(Checksums checksums, long[] values) throws IOException {
    return counted(builder.commit(checksums, values));
  }

  private long[] counted(long[] lengths) {
    routes.written(Arrays.stream(lengths).sum(), builder.spilledBytes());
    return lengths;
  }

  void abort() {
    builder.abort();
  }

  /**
   * What the driver is told of an output that was stored.
   *
   * @param rows checksum of all rows
   */
  MapStatus status(long[] lengths, long rows) {
    return SparkVersions.status(
        SparkEnv.get().blockManager().shuffleServerId(), lengths, map, rows);
  }
}
