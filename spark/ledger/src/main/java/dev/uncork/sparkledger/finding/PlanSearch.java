package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a stage's operators in the plans of queries. */
final class PlanSearch {
  private static final Pattern PARTITIONING =
      Pattern.compile("(?:hash|range)partitioning\\((.*), (\\d+)\\)");
  private static final Pattern COLUMN = Pattern.compile("([A-Za-z_][\\w.]*)#\\d+L?");

  private final Application application;

  PlanSearch(Application application) {
    this.application = application;
  }

  /** Which operators are looked for. */
  interface Test {
    boolean matches(PlanNode node);
  }

  /** Whether one of these names begins the operator's. */
  static Test named(String... names) {
    return node -> {
      for (String name : names) {
        if (node.name().startsWith(name)) {
          return true;
        }
      }
      return false;
    };
  }

  /** Operators of all plans. */
  List<PlanNode> all(Test test) {
    List<PlanNode> found = new ArrayList<>();
    for (Query query : application.queries()) {
      query.plan().ifPresent(plan -> collect(plan, test, found));
    }
    return found;
  }

  /** Operators whose metrics a stage's tasks moved. */
  List<PlanNode> of(int stage, Test test) {
    return all(node -> node.stages().contains(stage) && test.matches(node));
  }

  private static void collect(PlanNode node, Test test, List<PlanNode> found) {
    if (test.matches(node)) {
      found.add(node);
    }
    node.children().forEach(child -> collect(child, test, found));
  }

  /** The exchanges whose output an operator reads, without going through other exchanges. */
  static List<PlanNode> exchangesBelow(PlanNode node) {
    List<PlanNode> found = new ArrayList<>();
    for (PlanNode child : node.children()) {
      if (child.name().contains("Exchange")) {
        found.add(child);
      } else {
        found.addAll(exchangesBelow(child));
      }
    }
    return found;
  }

  /** The columns by which an exchange divides rows. */
  static List<String> columns(PlanNode exchange) {
    Matcher partitioning = PARTITIONING.matcher(exchange.text());
    List<String> columns = new ArrayList<>();
    if (partitioning.find()) {
      Matcher column = COLUMN.matcher(partitioning.group(1));
      while (column.find()) {
        columns.add(column.group(1));
      }
    }
    return columns;
  }

  /** What a stage's rows are divided by, and the operator nearest to it that needs them so. */
  Optional<SparkFinding.SkewedKey> key(int stage) {
    Test reads =
        node ->
            node.name().contains("Join")
                || node.name().contains("Aggregate")
                || node.name().startsWith("Window")
                || node.name().startsWith("FlatMapGroups");
    Optional<SparkFinding.SkewedKey> nearest = Optional.empty();
    for (PlanNode node : of(stage, reads)) {
      for (PlanNode exchange : exchangesBelow(node)) {
        List<String> columns = columns(exchange);
        if (!columns.isEmpty()) {
          nearest = Optional.of(new SparkFinding.SkewedKey(columns, node.name()));
        }
      }
    }
    return nearest;
  }

  /** Rows that an operator reads, as far as those below it count them. */
  static long rowsInto(PlanNode node) {
    long rows = 0;
    for (PlanNode child : node.children()) {
      long own = child.metrics().getOrDefault("number of output rows", 0L);
      long records = child.metrics().getOrDefault("shuffle records written", 0L);
      rows += own > 0 ? own : records > 0 ? records : rowsInto(child);
    }
    return rows;
  }
}
