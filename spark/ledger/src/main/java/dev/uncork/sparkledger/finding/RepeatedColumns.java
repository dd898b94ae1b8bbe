package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.ledger.PythonOperators;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns that later queries compute again: the same expression of the same columns. Spark numbers
 * columns when a data frame is made, so these are of one data frame that nothing keeps.
 */
final class RepeatedColumns {
  /** An expression of fewer calls costs hardly anything, unless one is a function of the user's. */
  private static final int MANY_CALLS = 2;

  private static final int LONGEST_TEXT = 20_000;
  private static final Pattern CALL = Pattern.compile("([A-Za-z_]\\w*)\\(");

  /** What Spark adds itself, and parts of an operator's text that only look like calls. */
  private static final Pattern NO_CALL =
      Pattern.compile(
          "cast|isnotnull|isnull|coalesce|knownnotnull|partial_\\w+|merge_\\w+|finalmerge_\\w+"
              + "|\\w*Aggregate|\\w*Exchange|Execute|WholeStageCodegen");

  private static final String OWN_FUNCTION = "UDF";

  private final Map<String, List<Occurrence>> ofLeaves = new LinkedHashMap<>();
  private int query;

  /** Expressions, with the rows that each was computed of. */
  private record Occurrence(int query, Map<String, Long> expressions, Set<Integer> stages) {
    private boolean sharesWith(Occurrence other) {
      return query != other.query
          && expressions.keySet().stream().anyMatch(other.expressions::containsKey);
    }

    private long rows() {
      return expressions.values().stream().mapToLong(Long::longValue).min().orElse(0);
    }
  }

  /**
   * Rows of one data frame.
   *
   * @param stages that compute the same columns of them, for different queries
   * @param times that this was done
   * @param rows each time, as far as they are counted
   */
  record Use(Set<Integer> stages, int times, long rows) {}

  private RepeatedColumns() {}

  static List<Use> of(Application application) {
    List<Query> queries = new ArrayList<>(application.queries());
    queries.sort(Comparator.comparingLong(query -> query.span().startMillis()));
    RepeatedColumns columns = new RepeatedColumns();
    for (Query query : queries) {
      columns.query++;
      query.plan().ifPresent(plan -> columns.visit(plan, Map.of()));
    }
    return columns.uses();
  }

  /** Goes down to where rows come from, with what is computed of them since. */
  private void visit(PlanNode node, Map<String, Long> above) {
    if (RepeatedShuffles.isReady(node)) {
      return;
    }
    if (node.children().isEmpty() && !node.stages().isEmpty() && !above.isEmpty()) {
      ofLeaves
          .computeIfAbsent(RepeatedShuffles.unchanging(node), leaf -> new ArrayList<>())
          .add(new Occurrence(query, above, node.stages()));
    }
    boolean divides = node.name().contains("Exchange");
    Map<String, Long> expressions = new HashMap<>();
    if (!divides) {
      expressions.putAll(above);
      long rows = PlanSearch.rowsInto(node);
      expressions(node).forEach(expression -> expressions.merge(expression, rows, Math::min));
    }
    node.children().forEach(child -> visit(child, expressions));
  }

  private static Set<String> expressions(PlanNode node) {
    Set<String> found = new HashSet<>();
    String text = RepeatedShuffles.unchanging(node);
    if (text.length() > LONGEST_TEXT) {
      return found;
    }
    boolean python = PythonOperators.contains(node.name());
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      String expression = balanced(text, call.start(), call.end());
      boolean costly =
          python || call.group(1).equals(OWN_FUNCTION) || calls(expression) >= MANY_CALLS;
      if (!NO_CALL.matcher(call.group(1)).matches() && expression.contains("#") && costly) {
        found.add(expression);
      }
    }
    return found;
  }

  /** From a call's name to the end of its arguments; empty where there is none. */
  private static String balanced(String text, int from, int arguments) {
    int open = 1;
    for (int at = arguments; at < text.length(); at++) {
      char c = text.charAt(at);
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (open == 0) {
        return text.substring(from, at + 1);
      }
    }
    return "";
  }

  private static long calls(String expression) {
    return CALL.matcher(expression)
        .results()
        .filter(call -> !NO_CALL.matcher(call.group(1)).matches())
        .count();
  }

  private List<Use> uses() {
    List<Use> uses = new ArrayList<>();
    for (List<Occurrence> occurrences : ofLeaves.values()) {
      Map<Integer, Set<Integer>> stagesOfQueries = new HashMap<>();
      long rows = 0;
      for (Occurrence one : occurrences) {
        if (occurrences.stream().anyMatch(one::sharesWith)) {
          stagesOfQueries
              .computeIfAbsent(one.query(), unused -> new LinkedHashSet<>())
              .addAll(one.stages());
          rows = Math.max(rows, one.rows());
        }
      }
      Set<Integer> stages = new LinkedHashSet<>();
      stagesOfQueries.values().forEach(stages::addAll);
      if (stages.size() > 1) {
        uses.add(new Use(stages, stagesOfQueries.size(), rows));
      }
    }
    return uses;
  }
}
