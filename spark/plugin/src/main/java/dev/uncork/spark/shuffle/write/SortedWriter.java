package dev.uncork.spark.shuffle.write;

import dev.uncork.transport.Checksums;
import dev.uncork.transport.RecordLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.spark.Partitioner;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Product2;
import scala.collection.Iterator;

/**
 * Writes a map output with many partitions: records are serialized into a log in the arena, sorted
 * by partition, and written to the output one partition after the other. A log that is full becomes
 * a run of the output, so a partition may consist of several compressed streams; {@link
 * UncorkShuffleManager} uses it only where these may be joined.
 */
public final class SortedWriter<K, V> extends ArenaWriter<K, V> {
  private final RecordLog log;
  private final Serialized serialized = new Serialized();
  private long writeNanos;

  /** Makes one that has written nothing yet. */
  public SortedWriter(
      MapOutput output,
      RecordLog log,
      ShuffleDependency<K, V, V> dependency,
      long map,
      ShuffleWriteMetricsReporter metrics,
      Checksums checksums) {
    super(output, dependency, map, metrics, checksums);
    this.log = log;
  }

  @Override
  public void write(Iterator<Product2<K, V>> records) throws IOException {
    Partitioner partitioner = dependency.partitioner();
    try (SerializationStream stream =
        dependency.serializer().newInstance().serializeStream(serialized)) {
      while (records.hasNext()) {
        Product2<K, V> record = records.next();
        K key = record._1();
        serialized.reset();
        stream.writeKey(key, ANY);
        stream.writeValue(record._2(), ANY);
        stream.flush();
        int partition = partitioner.getPartition(key);
        append(partition);
        rows.add(partition, key, record._2());
        metrics.incRecordsWritten(1);
      }
    }
    emit();
    commit(System.nanoTime(), writeNanos);
    log.close();
  }

  private void append(int partition) throws IOException {
    if (log.append(partition, serialized.bytes(), serialized.size())) {
      return;
    }
    emit();
    if (!log.append(partition, serialized.bytes(), serialized.size())) {
      // Too large for the log, or there is no memory for one.
      output.builder().nextRun();
      try (OutputStream to = open(partition)) {
        to.write(serialized.bytes(), 0, serialized.size());
      }
    }
  }

  /** What is in the log becomes a run of the output. */
  private void emit() throws IOException {
    if (log.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    output.builder().nextRun();
    Run run = new Run();
    log.drain(run);
    run.close();
    writeNanos += System.nanoTime() - start;
  }

  private OutputStream open(int partition) {
    return wrap(partition, output.builder().nextPart(partition, checksums));
  }

  @Override
  public Option<MapStatus> stop(boolean success) {
    if (!success) {
      log.close();
    }
    return super.stop(success);
  }

  /** Opens the stream of a partition when its first record comes. */
  private final class Run implements RecordLog.Sink {
    private int partition = -1;
    private @Nullable OutputStream to;

    @Override
    public void take(int part, byte[] bytes, int length) throws IOException {
      OutputStream stream = to;
      if (stream == null || part != partition) {
        close();
        stream = open(part);
        to = stream;
        partition = part;
      }
      stream.write(bytes, 0, length);
    }

    void close() throws IOException {
      if (to != null) {
        to.close();
      }
    }
  }

  /** One record, whose bytes can be read without a copy. */
  private static final class Serialized extends ByteArrayOutputStream {
    private static final int FIRST_BYTES = 1 << 20;

    Serialized() {
      super(FIRST_BYTES);
    }

    byte[] bytes() {
      return buf;
    }
  }
}
