package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.Stopwatch;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.clustering.KMeansModel;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code kmeans}: MLlib's k-means on synthetic points that lie around known centres.
 *
 * <p>The centres are the corners of a grid, ten apart; each coordinate of a point is off by a
 * normal error of deviation 1. So the mean squared distance of a point to its centre is near the
 * number of dimensions where all centres were found.
 */
@Command(
    name = "kmeans",
    mixinStandardHelpOptions = true,
    description = "k-means with MLlib: points in memory, computed over and over.")
final class KMeansCommand implements Callable<Integer> {
  private static final int APART = 10;

  @Mixin private final WorkloadOptions options = new WorkloadOptions();

  @Option(names = "--points", defaultValue = "200000", description = "Default: ${DEFAULT-VALUE}.")
  private int points;

  @Option(names = "--dimensions", defaultValue = "10", description = "Default: ${DEFAULT-VALUE}.")
  private int dimensions;

  @Option(names = "--clusters", defaultValue = "8", description = "Default: ${DEFAULT-VALUE}.")
  private int clusters;

  @Option(
      names = "--iterations",
      defaultValue = "10",
      description = "At most so many; default: ${DEFAULT-VALUE}.")
  private int iterations;

  @Option(names = "--partitions", defaultValue = "4", description = "Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Override
  public Integer call() throws IOException {
    options.require(
        points >= 1 && clusters >= 2 && iterations >= 1 && partitions >= 1 && points >= clusters,
        "--points, --iterations and --partitions: expected at least 1 each, --clusters at least 2"
            + " and at most as many as points");
    options.require(
        dimensions >= 1 && (dimensions >= 31 || clusters <= 1 << dimensions),
        "--dimensions " + dimensions + ": expected at least 1, and a corner for each cluster");
    int rounds = options.rounds();
    try (SparkSession spark = options.session("kmeans")) {
      Dataset<Row> made = data(spark).persist(StorageLevel.MEMORY_ONLY());
      options.progress("kmeans: " + made.count() + " points of " + dimensions + " dimensions");
      ObjectNode result = WorkloadOptions.result("kmeans", spark);
      result.put("points", points).put("dimensions", dimensions).put("clusters", clusters);
      var runs = result.putArray("runs");
      boolean right = true;
      for (int round = 1; round <= rounds; round++) {
        ObjectNode run = runs.addObject().put("round", round);
        right &= cluster(made, run);
        options.progress(
            String.format(
                Locale.ROOT,
                "kmeans: round %d, %.0f ms, %d iterations, squared distance %.2f",
                round,
                run.path("elapsedMillis").asDouble(),
                run.path("iterations").asInt(),
                run.path("squaredDistance").asDouble()));
      }
      result.put("right", right);
      options.write(result);
      return right ? 0 : 1;
    }
  }

  private Dataset<Row> data(SparkSession spark) {
    int count = points;
    int coordinates = dimensions;
    int centres = clusters;
    int parts = partitions;
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(IntStream.range(0, parts).boxed().toList(), parts)
            .flatMap(part -> points(part, parts, count, coordinates, centres));
    StructField field =
        new StructField("features", SQLDataTypes.VectorType(), false, Metadata.empty());
    return spark.createDataFrame(rows, new StructType(new StructField[] {field}));
  }

  private static Iterator<Row> points(
      int part, int parts, int count, int dimensions, int clusters) {
    int first = (int) ((long) count * part / parts);
    int end = (int) ((long) count * (part + 1) / parts);
    Random random = new Random(part);
    return IntStream.range(first, end)
        .mapToObj(
            point -> {
              double[] place = new double[dimensions];
              for (int i = 0; i < dimensions; i++) {
                int corner = i < Integer.SIZE - 1 ? (point % clusters) >> i & 1 : 0;
                place[i] = APART * corner + random.nextGaussian();
              }
              return RowFactory.create(Vectors.dense(place));
            })
        .iterator();
  }

  /** A centre for each cluster must be found, unless MLlib's start happened to miss one. */
  private boolean cluster(Dataset<Row> made, ObjectNode run) {
    Stopwatch watch = new Stopwatch();
    KMeansModel model = new KMeans().setK(clusters).setMaxIter(iterations).setSeed(1).fit(made);
    watch.put(run);
    double squared = model.summary().trainingCost() / points;
    run.put("iterations", model.summary().numIter()).put("squaredDistance", squared);
    run.put("centres", model.clusterCenters().length);
    double missedOne = dimensions + (double) APART * APART / clusters;
    return model.clusterCenters().length == clusters && squared < missedOne;
  }
}
