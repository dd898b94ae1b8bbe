package dev.uncork.spark.shuffle.write;

import dev.uncork.transport.Checksums;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.spark.Aggregator;
import org.apache.spark.Partitioner;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.TaskContext;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Product2;
import scala.collection.Iterator;

/**
 * Writes a map output with few partitions: each record is serialized, compressed and encrypted
 * right into the chunks of its partition. In place of Spark's writer of one file per partition,
 * whose files are copied into one at the end; and, where values are combined before they are
 * shuffled, in place of Spark's sorting writer: that one finds each value under its partition and
 * key and then sorts by partition, which partitions with chunks of their own don't need.
 */
public final class DirectWriter<K, V> extends ArenaWriter<K, V> {
  private final @Nullable SerializationStream[] streams;

  /** Makes one that has written nothing yet. */
  public DirectWriter(
      MapOutput output,
      ShuffleDependency<K, V, V> dependency,
      long map,
      ShuffleWriteMetricsReporter metrics,
      Checksums checksums) {
    super(output, dependency, map, metrics, checksums);
    streams = new SerializationStream[dependency.partitioner().numPartitions()];
  }

  @Override
  public void write(Iterator<Product2<K, V>> records) throws IOException {
    writeAll(dependency.mapSideCombine() ? combined(records) : records);
  }

  /** Spilled to disk where memory is short, as by a reader that combines. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private Iterator<Product2<K, ?>> combined(Iterator records) {
    Aggregator aggregator = (Aggregator) ((Option) dependency.aggregator()).get();
    return aggregator.combineValuesByKey(records, TaskContext.get());
  }

  private void writeAll(Iterator<? extends Product2<K, ?>> records) throws IOException {
    Partitioner partitioner = dependency.partitioner();
    SerializerInstance serializer = dependency.serializer().newInstance();
    while (records.hasNext()) {
      Product2<K, ?> record = records.next();
      K key = record._1();
      int partition = partitioner.getPartition(key);
      SerializationStream stream = streams[partition];
      if (stream == null) {
        stream = open(partition, serializer);
        streams[partition] = stream;
      }
      stream.writeKey(key, ANY);
      stream.writeValue(record._2(), ANY);
      rows.add(partition, key, record._2());
      metrics.incRecordsWritten(1);
    }
    long start = System.nanoTime();
    for (SerializationStream stream : streams) {
      if (stream != null) {
        stream.close();
      }
    }
    commit(start, 0);
  }

  private SerializationStream open(int partition, SerializerInstance serializer) {
    long start = System.nanoTime();
    OutputStream to = wrap(partition, output.builder().part(partition, checksums));
    SerializationStream stream = serializer.serializeStream(to);
    metrics.incWriteTime(System.nanoTime() - start);
    return stream;
  }
}
