package dev.uncork.sparkworkloads.fault;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/** A row in each partition; one executor has all of them, as it would if it had cached them. */
final class NearOneExecutor extends RDD<Integer> {
  private static final long serialVersionUID = 1L;
  private static final String EXECUTOR = "0";

  private final int partitions;
  private final String host;

  NearOneExecutor(SparkContext context, int partitions) {
    super(context, seq(List.<Dependency<?>>of()), ClassTag$.MODULE$.apply(Integer.class));
    this.partitions = partitions;
    this.host =
        CollectionConverters.asJava(context.getExecutorMemoryStatus()).keySet().stream()
            .map(address -> address.replaceFirst(":\\d+$", ""))
            .findFirst()
            .orElseThrow();
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }

  private record Part(int index) implements Partition {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Partition[] getPartitions() {
    return IntStream.range(0, partitions).mapToObj(Part::new).toArray(Partition[]::new);
  }

  @Override
  public Seq<String> getPreferredLocations(Partition part) {
    return seq(List.of("executor_" + host + "_" + EXECUTOR));
  }

  @Override
  public Iterator<Integer> compute(Partition part, TaskContext context) {
    return CollectionConverters.asScala(List.of(part.index()).iterator());
  }
}
