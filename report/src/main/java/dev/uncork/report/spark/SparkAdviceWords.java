package dev.uncork.report.spark;

import dev.uncork.sparkledger.finding.SparkAdvice;
import java.util.List;

/** Advice as something to paste or to do. */
public final class SparkAdviceWords {
  private SparkAdviceWords() {}

  /** Options of spark-submit for the settings among these, on one line; empty without any. */
  public static String options(List<SparkAdvice> advice) {
    StringBuilder options = new StringBuilder();
    for (SparkAdvice each : advice) {
      if (each instanceof SparkAdvice.Conf conf) {
        options.append(options.length() > 0 ? " " : "").append(option(conf));
      }
    }
    return options.toString();
  }

  /** A setting as an option of spark-submit. */
  public static String option(SparkAdvice.Conf conf) {
    return "--conf " + conf.name() + "=" + conf.value();
  }

  /** One piece of advice in a line. */
  public static String text(SparkAdvice advice) {
    if (advice instanceof SparkAdvice.Conf conf) {
      String now = conf.now().isEmpty() ? "not set now" : conf.now() + " now";
      return option(conf) + " (" + now + ")";
    }
    SparkAdvice.Code code = (SparkAdvice.Code) advice;
    String site = code.site().map(known -> " (" + SparkPlaces.of(known) + ")").orElse("");
    return change(code.change()) + site;
  }

  private static String change(SparkAdvice.Change change) {
    return switch (change) {
      case SALT_KEY ->
          "salt the key: add a random part to it where groups are large, and join or aggregate in"
              + " two steps";
      case SMALLER_WINDOWS ->
          "make the windows smaller: divide them by one more column where the meaning allows it,"
              + " filter or aggregate before; a sum over a whole window can be a groupBy and a join"
              + " (salting won't do: a window needs all rows of its key)";
      case REPARTITION -> "divide the data into more partitions: call repartition before it";
      case COALESCE -> "use fewer partitions: call coalesce before it";
      case ONE_JOB -> "let one job do the work of the loop: for all its values at once";
      case NO_COALESCE ->
          "drop coalesce, or call repartition instead: coalesce lets its few tasks compute all that"
              + " comes before it too";
      case SEVERAL_CONNECTIONS ->
          "read the table through several connections: set partitionColumn, lowerBound, upperBound"
              + " and numPartitions";
      case DIVISIBLE_FILES ->
          "write several files, or a format whose parts tasks can share, such as Parquet with many row"
              + " groups (one task reads all of a group, or of a gzip file); or call repartition right"
              + " after the read";
      case VECTORIZED_UDF -> "use built-in functions, or a pandas UDF, which takes rows in batches";
      case WHOLE_COLUMNS ->
          "let the Python function work on whole columns, without apply or a loop over rows, or use"
              + " built-in functions";
      case DATA_FRAME ->
          "use DataFrames and built-in functions instead of an RDD of Python objects";
      case SMALLER_PLAN ->
          "make the plan smaller: add columns in one select rather than a loop, join or unite fewer"
              + " parts, write or checkpoint what is used again";
      case LESS_SHUFFLE ->
          "shuffle less: filter or aggregate before it, drop columns that nobody needs after it";
      case KEEP_RESULTS_ON_EXECUTORS ->
          "write results from the executors, or aggregate them there; collect only what is needed";
      case MOVE_OFF_THE_DRIVER ->
          "move this work into tasks, or into another thread while jobs run";
      case JOIN_CONDITION -> "join on equal columns, or filter both sides first";
      case MORE_JOIN_COLUMNS -> "join on more columns, or filter or aggregate both sides first";
      case BROADCAST_HINT -> "let the small side be broadcast, by a hint";
      case NO_BROADCAST_HINT -> "drop the broadcast hint, or broadcast fewer columns and rows";
      case LIST_ONCE ->
          "list the folder once and filter that data frame, or read only the folders that are"
              + " needed";
      case COMPACT_FILES -> "merge the small files once, into files of 128 MB or more";
      case FEWER_FILES ->
          "write fewer files: repartition by the columns of partitionBy, or coalesce, before the"
              + " write; where a store renames slowly, use a committer made for it";
      case PERSIST ->
          "keep it after the first use: persist or cache it, and unpersist it after the last";
      case PARSE_ONCE ->
          "parse the text once: into a struct with from_json and a schema, and take the fields of"
              + " that";
      case GIVE_SCHEMA ->
          "give the reader the schema, with schema(...); where it isn't known, infer it from a"
              + " part, with samplingRatio, or write the rows as Parquet once";
      case KEEP_ON_DISK ->
          "persist it with StorageLevel.MEMORY_AND_DISK, or in serialized form, which takes less"
              + " memory";
      case LESS_IN_MEMORY -> "let tasks keep fewer and smaller objects in memory at a time";
      case SMALLER_CLOSURE ->
          "let functions refer to less: broadcast large data instead of capturing it";
      case SHARE_LESS -> "give each task an object of its own, or hold the lock for less time";
      case WAIT_LESS ->
          "do it for many rows at a time or from several threads, or let more tasks run than there"
              + " are cores, since they only wait";
      case RECORD_WITH_PLUGIN ->
          "find out: run it once with --jars uncork/lib/uncork-spark.jar --conf"
              + " spark.plugins=dev.uncork.spark.UncorkPlugin";
      case FIX_FAILURE ->
          "find out why these attempts fail: Spark's page of the stage has their stack traces";
      case CHECK_HOST -> "check that machine: other load, CPU limits, disks";
      case CHECK_SLOW_INPUT -> "check what this task does differently: its input, or its code";
    };
  }
}
