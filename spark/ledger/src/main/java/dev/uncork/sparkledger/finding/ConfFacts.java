package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.model.Application;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An application's settings, with Spark's defaults where it has none. */
public final class ConfFacts {
  public static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  public static final String SHUFFLE_PARTITIONS = "spark.sql.shuffle.partitions";
  public static final String PARALLELISM = "spark.default.parallelism";
  public static final String BROADCAST_THRESHOLD = "spark.sql.autoBroadcastJoinThreshold";
  public static final String SKEW_FACTOR = "spark.sql.adaptive.skewJoin.skewedPartitionFactor";
  public static final String SKEW_BYTES =
      "spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes";
  public static final String SKEW_ENABLED = "spark.sql.adaptive.skewJoin.enabled";
  public static final String ADVISORY_PARTITION = "spark.sql.adaptive.advisoryPartitionSizeInBytes";
  public static final String LEAST_PARTITION =
      "spark.sql.adaptive.coalescePartitions.minPartitionSize";
  public static final String PARALLEL_FIRST =
      "spark.sql.adaptive.coalescePartitions.parallelismFirst";
  public static final String MAX_PARTITION = "spark.sql.files.maxPartitionBytes";
  public static final String OPEN_COST = "spark.sql.files.openCostInBytes";
  public static final String EXECUTOR_MEMORY = "spark.executor.memory";
  public static final String DRIVER_MEMORY = "spark.driver.memory";
  public static final String OVERHEAD = "spark.executor.memoryOverhead";
  public static final String EXECUTOR_CORES = "spark.executor.cores";
  public static final String LOCALITY_WAIT = "spark.locality.wait";
  public static final String SPECULATION = "spark.speculation";
  public static final String SPECULATION_MULTIPLIER = "spark.speculation.multiplier";
  public static final String SPECULATION_QUANTILE = "spark.speculation.quantile";
  public static final String INITIAL_EXECUTORS = "spark.dynamicAllocation.initialExecutors";
  public static final String BACKLOG = "spark.dynamicAllocation.schedulerBacklogTimeout";
  public static final String SHUFFLE_MANAGER = "spark.shuffle.manager";
  public static final String MEMORY_FRACTION = "spark.memory.fraction";
  public static final String FETCHED_SIZE = "spark.reducer.maxSizeInFlight";
  public static final String FETCHED_REQUESTS = "spark.reducer.maxReqsInFlight";
  public static final String FETCHED_BLOCKS = "spark.reducer.maxBlocksInFlightPerAddress";
  public static final String REUSED_WORKERS = "spark.python.worker.reuse";
  public static final String ARROW = "spark.sql.execution.pythonUDF.arrow.enabled";

  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry(SHUFFLE_PARTITIONS, "200"),
          Map.entry(BROADCAST_THRESHOLD, "10MB"),
          Map.entry(SKEW_FACTOR, "5"),
          Map.entry(SKEW_BYTES, "256MB"),
          Map.entry(SKEW_ENABLED, "true"),
          Map.entry(ADVISORY_PARTITION, "64MB"),
          Map.entry(LEAST_PARTITION, "1MB"),
          Map.entry(PARALLEL_FIRST, "true"),
          Map.entry(MAX_PARTITION, "128MB"),
          Map.entry(OPEN_COST, "4MB"),
          Map.entry(EXECUTOR_MEMORY, "1g"),
          Map.entry(DRIVER_MEMORY, "1g"),
          Map.entry(LOCALITY_WAIT, "3s"),
          Map.entry(SPECULATION, "false"),
          Map.entry(SHUFFLE_MANAGER, "sort"),
          Map.entry(INITIAL_EXECUTORS, "0"),
          Map.entry(BACKLOG, "1s"),
          Map.entry(MEMORY_FRACTION, "0.6"),
          Map.entry(FETCHED_SIZE, "48m"),
          Map.entry(FETCHED_REQUESTS, "2147483647"),
          Map.entry(FETCHED_BLOCKS, "2147483647"),
          Map.entry(REUSED_WORKERS, "true"),
          Map.entry(ARROW, "false"));

  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([kmgt]?)i?b?");

  private final Map<String, String> settings;
  private final int major;
  private final int minor;

  public ConfFacts(Application application) {
    settings = application.settings();
    Matcher version =
        Pattern.compile("(\\d{1,3})\\.(\\d{1,3}).*").matcher(application.identity().sparkVersion());
    boolean known = version.matches();
    major = known ? Integer.parseInt(version.group(1)) : 0;
    minor = known ? Integer.parseInt(version.group(2)) : 0;
  }

  /** Whether the application runs on this version of Spark or a later one. */
  public boolean since(int major, int minor) {
    return this.major > major || this.major == major && this.minor >= minor;
  }

  public String now(String name) {
    String preset =
        switch (name) {
          case ADAPTIVE -> String.valueOf(since(3, 2));
          case SPECULATION_MULTIPLIER -> since(4, 0) ? "3" : "1.5";
          case SPECULATION_QUANTILE -> since(4, 0) ? "0.9" : "0.75";
          default -> DEFAULTS.getOrDefault(name, "");
        };
    return settings.getOrDefault(name, preset);
  }

  public boolean on(String name) {
    return now(name).equalsIgnoreCase("true");
  }

  /** A size in bytes as Spark reads it; {@code other} where it is none. */
  public long bytes(String name, long other) {
    long bytes = bytes(now(name));
    return bytes < 0 ? other : bytes;
  }

  /** A size in bytes; -1 where it is none. */
  private static long bytes(String value) {
    Matcher size = SIZE.matcher(value.trim().toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      return -1;
    }
    int power = size.group(2).isEmpty() ? 0 : " kmgt".indexOf(size.group(2));
    return Long.parseLong(size.group(1)) << (10 * power);
  }

  public int number(String name, int other) {
    String value = now(name).trim();
    return value.matches("\\d{1,9}") ? Integer.parseInt(value) : other;
  }

  public SparkAdvice.Conf to(String name, String value) {
    return new SparkAdvice.Conf(name, now(name), value);
  }

  public double decimal(String name, double other) {
    String value = now(name).trim();
    return value.matches("\\d{1,10}(\\.\\d{1,6})?") ? Double.parseDouble(value) : other;
  }

  /** Spark's own value of a setting that the program made smaller: a number, or mebibytes. */
  public Optional<SparkAdvice> notSmaller(String name) {
    String preset = DEFAULTS.getOrDefault(name, "");
    boolean smaller =
        preset.endsWith("m")
            ? mebibytes(now(name)) < mebibytes(preset)
            : decimal(name, Double.MAX_VALUE) < Double.parseDouble(preset);
    return smaller ? Optional.of(to(name, preset)) : Optional.empty();
  }

  /** Of a setting that Spark takes for mebibytes where it has no unit; many where it is no size. */
  private static double mebibytes(String value) {
    long bytes = bytes(value);
    double each = value.trim().matches("\\d+") ? 1 : 1 << 20;
    return bytes < 0 ? Double.MAX_VALUE : bytes / each;
  }

  /** More memory of a setting, for each time it is now. */
  public SparkAdvice.Conf more(String name, double times) {
    long mebibytes = (long) (bytes(name, 1L << 30) * times) >> 20;
    return to(name, mebibytes % 1024 == 0 ? mebibytes / 1024 + "g" : mebibytes + "m");
  }
}
