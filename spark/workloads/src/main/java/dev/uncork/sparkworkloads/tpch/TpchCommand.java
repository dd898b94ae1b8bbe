package dev.uncork.sparkworkloads.tpch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.LegacyRun;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code tpch}. */
@Command(
    name = "tpch",
    mixinStandardHelpOptions = true,
    description = "The 22 queries of TPC-H on Parquet files, which are made at first use.")
public final class TpchCommand implements Callable<Integer> {
  private static final double MAX_SCALE = 1000;
  private static final long LEGACY_ROWS = 1_000_000;

  @Mixin private final WorkloadOptions options = new WorkloadOptions();

  @Option(
      names = "--scale",
      paramLabel = "SF",
      defaultValue = "0.1",
      description = "Size of the data: 1 is 1 GB of text; default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the data is, or goes; default: tpch-SF in the working directory.")
  private @Nullable Path directory;

  @Option(
      names = "--queries",
      paramLabel = "LIST",
      defaultValue = "1-22",
      description = "Which queries, as in 1,5,9-12; default: all.")
  private String queries = "1-22";

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "0",
      description = "Rounds before those that are measured; default: ${DEFAULT-VALUE}.")
  private int warmUps;

  @Option(names = "--check", description = "Compare each answer with DuckDB's.")
  private boolean check;

  @Option(
      names = "--serve",
      description =
          "Read numbers of queries, one a line, and print what each run took as JSON; legacy runs"
              + " that workload.")
  private boolean serve;

  @Override
  public Integer call() throws IOException, SQLException {
    options.require(
        scale > 0 && scale <= MAX_SCALE, "--scale " + scale + ": expected more than 0, up to 1000");
    options.require(warmUps >= 0, "--warm-ups " + warmUps + ": expected at least 0");
    options.require(
        !check || DuckDb.isHere(),
        "--check: DuckDB is not on the class path; add the jar of org.duckdb:duckdb_jdbc by"
            + " SPARK_WORKLOAD_JARS");
    int rounds = options.rounds();
    SortedSet<Integer> wanted = wanted();
    TpchData data = new TpchData(directory == null ? Path.of("tpch-" + text(scale)) : directory);
    String there = data.scale();
    options.require(
        there.isEmpty() || Double.parseDouble(there) == scale,
        "--scale " + scale + ": " + data.directory() + " holds scale " + there + "; name another");
    try (SparkSession spark = options.session("tpch")) {
      if (there.isEmpty()) {
        data.generate(spark, scale, options::progress);
      }
      data.register(spark);
      TpchRun run = new TpchRun(spark, scale);
      if (serve) {
        serve(run, spark);
        return 0;
      }
      ObjectNode result = WorkloadOptions.result("tpch", spark);
      result.put("scale", scale);
      measure(run, wanted, rounds, result);
      int wrong = check ? check(run, wanted, data, result) : 0;
      options.write(result);
      return wrong == 0 ? 0 : 1;
    }
  }

  private static String text(double scale) {
    return String.format(Locale.ROOT, "%s", scale).replaceFirst("\\.0$", "");
  }

  private SortedSet<Integer> wanted() {
    try {
      return TpchQueries.parse(queries);
    } catch (IllegalArgumentException e) {
      throw options.wrong("--queries " + e.getMessage());
    }
  }

  private void measure(TpchRun run, SortedSet<Integer> wanted, int rounds, ObjectNode result) {
    ArrayNode runs = result.putArray("runs");
    for (int round = -warmUps; round < rounds; round++) {
      for (int query : wanted) {
        ObjectNode one = run.measure(query);
        options.progress(
            String.format(
                Locale.ROOT,
                "tpch: %s, Q%d: %.0f ms, %.0f ms CPU, %d rows",
                round < 0 ? "warm-up" : "round " + (round + 1),
                query,
                one.path("elapsedMillis").asDouble(),
                one.path("cpuMillis").asDouble(),
                one.path("rows").asInt()));
        if (round >= 0) {
          one.put("round", round + 1);
          runs.add(one);
        }
      }
    }
  }

  private int check(TpchRun run, SortedSet<Integer> wanted, TpchData data, ObjectNode result)
      throws SQLException {
    int wrong = 0;
    try (DuckDb duck = DuckDb.open(data)) {
      for (int query : wanted) {
        Optional<String> difference =
            run.answer(query).differenceTo(duck.answer(TpchQueries.text(query, scale)));
        if (difference.isPresent()) {
          wrong++;
          options.progress("tpch: Q" + query + " differs from DuckDB's: " + difference.get());
        }
      }
    }
    options.progress(
        "tpch: " + (wanted.size() - wrong) + " of " + wanted.size() + " answers are DuckDB's");
    result.put("answersChecked", wanted.size());
    result.put("answersWrong", wrong);
    return wrong;
  }

  private static void serve(TpchRun run, SparkSession spark) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("READY");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String wanted = line.strip();
      System.out.println(
          "RUN "
              + (wanted.equals("legacy")
                  ? LegacyRun.measure(spark, LEGACY_ROWS)
                  : run.measure(Integer.parseInt(wanted))));
    }
  }
}
