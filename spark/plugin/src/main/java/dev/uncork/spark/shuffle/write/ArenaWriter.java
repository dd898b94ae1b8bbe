package dev.uncork.spark.shuffle.write;

import dev.uncork.transport.Checksums;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriter;
import org.apache.spark.storage.ShuffleBlockId;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Writes one map task's output into the arena; how records come there is its subclasses' work. */
abstract class ArenaWriter<K, V> extends ShuffleWriter<K, V> {
  static final ClassTag<Object> ANY = ClassTag$.MODULE$.Object();

  final MapOutput output;
  final ShuffleDependency<K, V, V> dependency;
  final ShuffleWriteMetricsReporter metrics;
  final Checksums checksums;
  final RowChecksums rows;
  private final long map;
  private long[] lengths = new long[0];
  private @Nullable MapStatus status;

  ArenaWriter(
      MapOutput output,
      ShuffleDependency<K, V, V> dependency,
      long map,
      ShuffleWriteMetricsReporter metrics,
      Checksums checksums) {
    this.output = output;
    this.dependency = dependency;
    this.map = map;
    this.metrics = metrics;
    this.checksums = checksums;
    rows = RowChecksums.of(dependency);
  }

  /** The stream of a partition, which compresses and encrypts as configured. */
  final OutputStream wrap(int partition, OutputStream to) {
    ShuffleBlockId id = new ShuffleBlockId(dependency.shuffleId(), map, partition);
    return SparkEnv.get().serializerManager().wrapStream(id, to);
  }

  /**
   * Stores the output, whose records have all been written.
   *
   * @param startNanos when the last writing began
   * @param writeNanos what earlier writing took that Spark hasn't been told of
   */
  final void commit(long startNanos, long writeNanos) throws IOException {
    lengths = output.commit(checksums);
    metrics.incBytesWritten(Arrays.stream(lengths).sum());
    metrics.incWriteTime(writeNanos + System.nanoTime() - startNanos);
    status = output.status(lengths, rows.total());
  }

  @Override
  public Option<MapStatus> stop(boolean success) {
    if (!success) {
      output.abort();
      return Option.empty();
    }
    return Option.apply(status);
  }

  @Override
  public final long[] getPartitionLengths() {
    return lengths;
  }
}
