package dev.uncork.spark.shuffle.write;

import dev.uncork.spark.shuffle.route.Routes;
import dev.uncork.transport.Checksums;
import dev.uncork.transport.OutputStore;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.spark.shuffle.api.ShuffleExecutorComponents;
import org.apache.spark.shuffle.api.ShuffleMapOutputWriter;
import org.apache.spark.shuffle.api.ShufflePartitionWriter;
import org.apache.spark.shuffle.api.metadata.MapOutputCommitMessage;

/**
 * Where Spark's sorting writer, which combines and sorts objects, puts what it has serialized: into
 * the arena, one partition after the other. For all threads.
 */
public final class ArenaComponents implements ShuffleExecutorComponents {
  private final OutputStore store;
  private final Checksums checksums;
  private final Routes routes;

  /** Makes one. */
  public ArenaComponents(OutputStore store, Checksums checksums, Routes routes) {
    this.store = store;
    this.checksums = checksums;
    this.routes = routes;
  }

  @Override
  public void initializeExecutor(String application, String executor, Map<String, String> more) {}

  @Override
  public ShuffleMapOutputWriter createMapOutputWriter(int shuffle, long map, int partitions) {
    return new Writer(new MapOutput(store, shuffle, map, partitions, routes));
  }

  private final class Writer implements ShuffleMapOutputWriter {
    private final MapOutput output;

    Writer(MapOutput output) {
      this.output = output;
    }

    @Override
    public ShufflePartitionWriter getPartitionWriter(int partition) {
      return new Partition(output.builder().nextPart(partition, Checksums.NONE));
    }

    @Override
    public MapOutputCommitMessage commitAllPartitions(long[] values) throws IOException {
      Checksums kind = values.length == 0 ? Checksums.NONE : checksums;
      return MapOutputCommitMessage.of(output.commit(kind, values));
    }

    @Override
    public void abort(Throwable error) {
      output.abort();
    }
  }

  private static final class Partition extends OutputStream implements ShufflePartitionWriter {
    private final OutputStream to;
    private long written;

    Partition(OutputStream to) {
      this.to = to;
    }

    @Override
    public OutputStream openStream() {
      return this;
    }

    @Override
    public long getNumBytesWritten() {
      return written;
    }

    @Override
    public void write(int b) throws IOException {
      to.write(b);
      written++;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      to.write(from, offset, length);
      written += length;
    }
  }
}
