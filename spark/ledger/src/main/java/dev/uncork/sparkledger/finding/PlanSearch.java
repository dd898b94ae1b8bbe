package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a stage's operators in the plans of queries. */
public final class PlanSearch {
  private static final Pattern PARTITIONING =
      Pattern.compile("(?:hash|range)partitioning\\((.*), (\\d+)\\)");

  /** A column of a plan with Spark's number for it; its name is the group. */
  public static final Pattern COLUMN = Pattern.compile("([A-Za-z_][\\w.]*)#\\d+L?");

  /** A column that Spark's optimizer makes up. */
  private static final String MADE_UP = "_groupingexpression";

  public static final String BROADCAST = "BroadcastExchange";

  /** The metric of a scan of files: how many bytes these have. */
  public static final String READ_BYTES = "size of files read";

  private static final String ROWS = "number of output rows";

  /** An operator that reads a table in Spark's cache. */
  public static final Test CACHED = named("InMemoryTableScan", "Scan In-memory");

  public static final String WINDOW = "Window";

  private final Application application;

  public PlanSearch(Application application) {
    this.application = application;
  }

  /** Which operators are looked for. */
  public interface Test {
    boolean matches(PlanNode node);
  }

  /** Whether one of these names begins the operator's. */
  public static Test named(String... names) {
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
  public List<PlanNode> all(Test test) {
    List<PlanNode> found = new ArrayList<>();
    for (Query query : application.queries()) {
      query.plan().ifPresent(plan -> collect(plan, test, found));
    }
    return found;
  }

  /** Operators whose metrics a stage's tasks moved. */
  public List<PlanNode> of(int stage, Test test) {
    return all(node -> node.stages().contains(stage) && test.matches(node));
  }

  /** The names of a query's operators, the root's first. */
  public static List<String> operators(Query query) {
    List<PlanNode> nodes = new ArrayList<>();
    query.plan().ifPresent(plan -> collect(plan, node -> true, nodes));
    return nodes.stream().map(PlanNode::name).toList();
  }

  private static void collect(PlanNode node, Test test, List<PlanNode> found) {
    if (test.matches(node)) {
      found.add(node);
    }
    node.children().forEach(child -> collect(child, test, found));
  }

  /** The exchanges whose output an operator reads, without going through other exchanges. */
  public static List<PlanNode> exchangesBelow(PlanNode node) {
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

  /** The stages whose tasks compute the tables that are broadcast. */
  public Set<Integer> intoBroadcasts() {
    Set<Integer> stages = new HashSet<>();
    all(named(BROADCAST)).forEach(table -> table.children().forEach(child -> below(child, stages)));
    return stages;
  }

  private static void below(PlanNode node, Set<Integer> stages) {
    if (!node.name().contains("Exchange")) {
      stages.addAll(node.stages());
      node.children().forEach(child -> below(child, stages));
    }
  }

  /** The stages whose tasks run an operator, or those next below that count something. */
  public static Set<Integer> stagesOf(PlanNode node) {
    Set<Integer> stages = new HashSet<>(node.stages());
    for (PlanNode child : node.children()) {
      if (stages.isEmpty() && !child.name().contains("Exchange")) {
        stages.addAll(stagesOf(child));
      }
    }
    return stages;
  }

  /** The stages whose tasks join rows with such a table. */
  public Set<Integer> readingBroadcasts() {
    Set<Integer> stages = new HashSet<>();
    all(named("Broadcast"))
        .forEach(node -> stages.addAll(node.name().endsWith("Join") ? node.stages() : Set.of()));
    return stages;
  }

  /** The columns by which an exchange divides rows. */
  public static List<String> columns(PlanNode exchange) {
    Matcher partitioning = PARTITIONING.matcher(exchange.text());
    List<String> columns = new ArrayList<>();
    if (partitioning.find()) {
      Matcher column = COLUMN.matcher(partitioning.group(1));
      while (column.find()) {
        String name = column.group(1);
        columns.add(name.equals(MADE_UP) ? expression(exchange, column.group()) : name);
      }
    }
    return columns;
  }

  /** What a column is that Spark made up to group by; its name where its plan doesn't tell. */
  private static String expression(PlanNode node, String column) {
    Matcher made = Pattern.compile(" AS " + Pattern.quote(column)).matcher(node.text());
    if (made.find()) {
      String text = node.text().substring(0, made.start());
      int from = begin(text);
      return text.substring(from).strip().replaceAll("#\\d+L?", "");
    }
    return node.children().stream()
        .map(child -> expression(child, column))
        .filter(text -> !text.startsWith(MADE_UP))
        .findFirst()
        .orElse(MADE_UP);
  }

  /** Where the last item of a list begins. */
  private static int begin(String list) {
    int closed = 0;
    for (int at = list.length() - 1; at >= 0; at--) {
      char c = list.charAt(at);
      closed += c == ')' ? 1 : c == '(' ? -1 : 0;
      if (closed == 0 && (c == ',' || c == '[')) {
        return at + 1;
      }
    }
    return 0;
  }

  /** What a stage's rows are divided by, and the operator nearest to it that needs them so. */
  public Optional<SparkFinding.SkewedKey> key(int stage) {
    Test reads =
        node ->
            node.name().contains("Join")
                || node.name().contains("Aggregate")
                || node.name().startsWith(WINDOW)
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

  /**
   * Rows that stages made for the cached table that a stage filled, by the ids of these stages;
   * empty where plans don't tell.
   */
  public Map<Integer, Long> rowsMadeForCache(int filling) {
    return all(CACHED).stream()
        .flatMap(table -> table.children().stream())
        .flatMap(made -> counting(made, filling).stream())
        .findFirst()
        .map(PlanSearch::rowsByStage)
        .orElse(Map.of());
  }

  /** The uppermost operator that counts rows of a stage. */
  private static Optional<PlanNode> counting(PlanNode node, int stage) {
    return rowsByStage(node).getOrDefault(stage, 0L) > 0
        ? Optional.of(node)
        : node.children().stream().flatMap(child -> counting(child, stage).stream()).findFirst();
  }

  private static Map<Integer, Long> rowsByStage(PlanNode node) {
    Map<Integer, Long> rows = new HashMap<>();
    node.metricsByStage()
        .forEach((stage, counts) -> rows.put(stage, counts.getOrDefault(ROWS, 0L)));
    return rows;
  }

  /** Rows that an operator makes; 0 where it doesn't count them. */
  public static long rows(PlanNode node) {
    return node.metrics().getOrDefault(ROWS, 0L);
  }

  /** Rows that an operator reads, as far as those below it count them. */
  public static long rowsInto(PlanNode node) {
    long rows = 0;
    for (PlanNode child : node.children()) {
      long own = rows(child);
      long records = child.metrics().getOrDefault("shuffle records written", 0L);
      rows += own > 0 ? own : records > 0 ? records : rowsInto(child);
    }
    return rows;
  }
}
