package dev.uncork.sparkledger;

import static dev.uncork.sparkledger.ComputedAgainTest.TASKS;
import static dev.uncork.sparkledger.ComputedAgainTest.cluster;
import static dev.uncork.sparkledger.ComputedAgainTest.node;
import static dev.uncork.sparkledger.ComputedAgainTest.seconds;
import static dev.uncork.sparkledger.ComputedAgainTest.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.MadeApplication.Work;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.PlanNode;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns and texts that queries compute, search or parse more than once. */
class QueriedAgainTest {
  @Test
  void columnsThatQueriesComputeAgainAreNamed() {
    SparkFinding verdict =
        verdict(projected("sha2(concat(id#1L, sha2(id#1L)))", "sha2(concat(id#1L, sha2(id#1L)))"));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(2);
    assertThat(verdict.gain().high()).isCloseTo(8.8, within(0.2));
  }

  @Test
  void otherColumnsAndCheapOnesAreNot() {
    assertThat(verdict(projected("sha2(sha2(id#1L))", "sha2(sha2(id#9L))")).kind())
        .isEqualTo(SparkKind.HEALTHY);
    assertThat(verdict(projected("cast(id#1L as string)", "cast(id#1L as string)")).kind())
        .isEqualTo(SparkKind.HEALTHY);
  }

  /** Two queries on one range, each with an expression within one of its own. */
  private static MadeApplication projected(String... expressions) {
    MadeApplication made = cluster();
    for (int i = 0; i < expressions.length; i++) {
      PlanNode range = node("Range", "Range (0, 1000, step=1, splits=8)", i);
      String text = "*(" + i + ") Project [length" + i + "(" + expressions[i] + ") AS v#" + i + "]";
      made.job(seconds(2)).queried(node("Project", text, i, range), 0);
    }
    return made;
  }

  @Test
  void aFunctionOfTheProgramOnRowsThatAreKeptTooEarlyIsNamed() {
    String score = "risk_score(text#2, terms#3)";
    SparkFinding verdict = verdict(cached("[a#1, text#2], [isnotnull(a#1)]", score, score));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(2);
    assertThat(verdict(cached("[text#2]", score, score)).kind()).isEqualTo(SparkKind.RECOMPUTED);
  }

  @Test
  void functionsOfSparkAndRowsThatDifferAreNoWorkDoneAgain() {
    for (String own : List.of("upper(text#2)", "upper(trim(text#2))", "UDF(text#2)")) {
      assertThat(verdict(cached("[a#1, text#2]", own, own)).kind()).isEqualTo(SparkKind.HEALTHY);
    }
    String score = "risk_score(text#2, terms#3)";
    assertThat(verdict(cached("[a#1, text#2], [(a#1 > %d)]", score, score)).kind())
        .isEqualTo(SparkKind.HEALTHY);
  }

  /** Queries that join rows of Spark's cache, each on an expression and a number of its own. */
  private static MadeApplication cached(String scan, String... expressions) {
    MadeApplication made = cluster();
    for (int i = 0; i < expressions.length; i++) {
      PlanNode rows = node("InMemoryTableScan", "InMemoryTableScan " + scan.formatted(i), i);
      String join = "BroadcastHashJoin [a#1], [b#4], Inner, BuildRight, (%s > 0.%d), false";
      String text = join.formatted(expressions[i], i + 1);
      made.job(seconds(2)).queried(node("BroadcastHashJoin", text, i, rows), 0);
    }
    return made;
  }

  @Test
  void textThatQueriesParseAgainIsNamedWhateverTheyTakeOfIt() {
    SparkFinding verdict = verdict(parsing("", "/sales", "/sales"));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(2);
    assertThat(verdict(parsing("", "/sales", "/returns")).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void rowsThatAFilterPassesAreNotAll() {
    assertThat(verdict(parsing("(id#%d > %d)", "/sales", "/sales")).kind())
        .isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void aViewThatOneQueryUsesTwiceIsComputedTwice() {
    String home = "(regexp_extract(letter#%d, .*out (.*), 1) = home)";
    SparkFinding verdict = verdict(union(home, home));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(2);
    assertThat(verdict(union(home, "(letter#%d = home)")).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  /** One query of as many branches, each of which filters rows of the same files. */
  private static MadeApplication union(String... filters) {
    MadeApplication made = cluster();
    PlanNode[] branches = new PlanNode[filters.length];
    for (int i = 0; i < filters.length; i++) {
      String scan =
          "FileScan parquet [letter#%d] Batched: true, DataFilters: [], Format: Parquet,"
              + " Location: InMemoryFileIndex(1 paths)[file:/letters], PushedFilters: []";
      String filter = "Filter " + filters[i].formatted(20 + i);
      branches[i] = node("Filter", filter, i, node("Scan parquet ", scan.formatted(20 + i), i));
      made.job(seconds(2));
    }
    return made.queried(node("Union", "Union", filters.length, branches), 0);
  }

  /** Queries that each read a table of texts again, and parse another field of its rows. */
  private static MadeApplication parsing(String filter, String... paths) {
    MadeApplication made = cluster();
    for (int i = 0; i < paths.length; i++) {
      String text =
          ("FileScan parquet [id#%d,body#%d] Batched: true, DataFilters: [%s], Format: Parquet,"
                  + " Location: InMemoryFileIndex(1 paths)[file:%s], PushedFilters: []")
              .formatted(10 + i, 20 + i, filter.formatted(10 + i, i), paths[i]);
      PlanNode scan = node("Scan parquet ", text, i);
      text = "Project [from_json(StructField(f%d,LongType,true), body#%d) AS v#%d]";
      PlanNode project = node("Project", text.formatted(i, 20 + i, i), i, scan);
      made.job(seconds(2)).queried(project, 0);
    }
    return made;
  }

  @Test
  void textThatIsParsedForEachFieldIsNamed() {
    SparkFinding verdict = verdict(fields("$.a", "$.b", "$.c", "$.d"));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Parsed) verdict).column()).isEqualTo("body");
    assertThat(((SparkFinding.Parsed) verdict).times()).isEqualTo(4);
    assertThat(verdict.gain().high()).isCloseTo(1.1 * 0.75 * 8, within(0.3));
    assertThat(verdict(fields("$.a", "$.b")).kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(verdict(fields("$.a", "$.a", "$.a")).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  private static MadeApplication fields(String... paths) {
    StringBuilder text = new StringBuilder("Project [id#1L");
    for (String path : paths) {
      text.append(", get_json_object(body#2, ").append(path).append(") AS v#3");
    }
    PlanNode scan = node("Scan parquet ", "FileScan parquet [id#1L,body#2]", 0);
    return cluster().job(seconds(2)).queried(node("Project", text + "]", 0, scan), 0);
  }

  @Test
  void aPassThatOnlyInfersASchemaIsNamed() {
    SparkFinding verdict = verdict(passed("org.apache.spark.sql.classic.DataFrameReader.json"));

    assertThat(verdict.kind()).isEqualTo(SparkKind.SCHEMA_INFERENCE);
    assertThat(((SparkFinding.Inferred) verdict).slotSeconds()).isCloseTo(32, within(0.5));
    assertThat(verdict.gain().high()).isCloseTo(8.8, within(0.2));
    assertThat(verdict(passed("org.apache.spark.sql.classic.DataFrameReader.parquet")).kind())
        .isEqualTo(SparkKind.HEALTHY);
    assertThat(verdict(passed("org.apache.spark.sql.classic.Dataset.count")).kind())
        .isEqualTo(SparkKind.HEALTHY);
  }

  /** A pass over files of whoever calls a method, and a query. */
  private static MadeApplication passed(String method) {
    List<Work> reads = Collections.nCopies(TASKS, Work.cpu(2_000).fromCache());
    CallSite site =
        new CallSite(
            "json at Made.java:9", method + "(Spark.scala:1)\nshop.Made.main(Made.java:9)");
    return cluster().job(reads).at(site).job(reads);
  }

  @Test
  void textFilesThatManyQueriesParseAreNamed() {
    SparkFinding verdict = verdict(parsed(3, "CSV"));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(3);
    assertThat(verdict(parsed(2, "CSV")).kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(verdict(parsed(3, "Parquet")).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  private static MadeApplication parsed(int queries, String format) {
    MadeApplication made = cluster();
    for (int i = 0; i < queries; i++) {
      String text =
          "FileScan [id#%d] Batched: false, Format: %s, Location: InMemoryFileIndex(1 paths)[file:/sales], ReadSchema: v%d"
              .formatted(i, format, i);
      made.job(seconds(2)).queried(node("Scan", text, i), 0);
    }
    return made;
  }
}
