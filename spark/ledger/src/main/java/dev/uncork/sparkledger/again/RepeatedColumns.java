package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.ledger.PythonOperators;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns that are computed again: the same expression of the same columns. Spark numbers columns
 * when a data frame is made, so these are of one data frame that nothing keeps, or by name of the
 * same files, read again, by another query or by the same one that uses a view twice. Text that is
 * parsed counts whatever is taken of it: Spark has each query parse only the fields that it needs.
 */
final class RepeatedColumns {
  /** An expression of fewer calls costs hardly anything, unless one is a function of the user's. */
  private static final int MANY_CALLS = 2;

  private static final int LONGEST_TEXT = 20_000;

  /** Those that search it; a single call costs as much. */
  private static final String SEARCH = "regexp_";

  /** A scan: its columns, its filters, and what it reads. */
  private static final Pattern SCAN =
      Pattern.compile(
          "FileScan [^\\[]*\\[([^\\]]*)].*?DataFilters: (.*?), (Format: .*?)(?:, PushedFilters.*)?",
          Pattern.DOTALL);

  /** Rows of Spark's cache, with its filters. */
  private static final Pattern CACHED =
      Pattern.compile("InMemoryTableScan \\[[^\\]]*](?:, (\\[.*]))?.*", Pattern.DOTALL);

  private static final String CACHE = "cache";

  /** What Spark calls a function of the program's that was registered without a name. */
  private static final String UNNAMED = "UDF";

  private static final String NO_FILTER = "[]";

  private final Map<String, List<Occurrence>> ofLeaves = new LinkedHashMap<>();
  private int query;

  /** Expressions, with the rows that each was computed of. */
  private record Occurrence(int query, Map<String, Long> expressions, Set<Integer> stages) {
    private boolean sharesWith(Occurrence other) {
      return !isWith(other)
          && expressions.keySet().stream().anyMatch(other.expressions::containsKey);
    }

    private boolean isWith(Occurrence other) {
      return query == other.query && !Collections.disjoint(stages, other.stages);
    }

    private long rows() {
      return expressions.values().stream().mapToLong(Long::longValue).min().orElse(0);
    }
  }

  /**
   * Rows of one data frame.
   *
   * @param stages that compute the same columns of them
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
      query.plan().ifPresent(plan -> columns.visit(plan, Map.of(), Map.of()));
    }
    return columns.uses();
  }

  /**
   * Goes down to where rows come from, with what is computed of them since.
   *
   * @param filtering what the filter above is of: computed of all rows, if nothing filters before
   */
  private void visit(PlanNode node, Map<String, Long> above, Map<String, Long> filtering) {
    if (RepeatedShuffles.isReady(node)) {
      if (!node.stages().isEmpty()) {
        addCached(node, above, filtering);
      }
      return;
    }
    if (node.children().isEmpty() && !node.stages().isEmpty()) {
      add(node, above, filtering);
    }
    Map<String, Long> ofSome = new HashMap<>();
    Map<String, Long> ofAll = new HashMap<>();
    if (!node.name().contains("Exchange")) {
      boolean filters = node.name().equals("Filter");
      ofSome.putAll(above);
      (filters || node.children().size() > 1 ? ofSome : ofAll).putAll(filtering);
      long rows = PlanSearch.rowsInto(node);
      Map<String, Long> own = filters ? ofAll : ofSome;
      expressions(node).forEach(expression -> own.merge(expression, rows, Math::min));
    }
    node.children().forEach(child -> visit(child, ofSome, ofAll));
  }

  private void add(PlanNode leaf, Map<String, Long> ofSome, Map<String, Long> ofAll) {
    Matcher scan = SCAN.matcher(leaf.text());
    if (!scan.matches()) {
      Map<String, Long> both = new HashMap<>(ofSome);
      both.putAll(ofAll);
      add(RepeatedShuffles.unchanging(leaf), both, leaf.stages());
      return;
    }
    Set<String> columns = Set.of(scan.group(1).split(","));
    String files =
        PlanCall.byName(scan.group(3)) + leaf.metrics().getOrDefault(PlanSearch.READ_BYTES, 0L);
    add(
        files,
        PlanCall.byName(scan.group(2)),
        byName(ofSome, columns),
        byName(ofAll, columns),
        leaf.stages());
  }

  /**
   * What is kept comes before what is computed again, of the columns with these numbers. Rows are
   * kept to compute more of them, by Spark's libraries too: only functions that the program has
   * given a name count, and text that is parsed.
   */
  private void addCached(PlanNode leaf, Map<String, Long> ofSome, Map<String, Long> ofAll) {
    Matcher cached = CACHED.matcher(leaf.text());
    if (cached.matches()) {
      String filters = Objects.requireNonNullElse(cached.group(1), NO_FILTER);
      add(CACHE, filters, named(ofSome), named(ofAll), leaf.stages());
    }
  }

  private static Map<String, Long> named(Map<String, Long> expressions) {
    Map<String, Long> named = new HashMap<>(expressions);
    named
        .keySet()
        .removeIf(
            text -> {
              String name = text.substring(0, Math.max(0, text.indexOf('(')));
              return name.equals(UNNAMED) || SparkFunctions.has(name);
            });
    return named;
  }

  /** Rows that some filters pass, and what is computed of these, and of all before they do. */
  private void add(
      String rows,
      String filters,
      Map<String, Long> ofSome,
      Map<String, Long> ofAll,
      Set<Integer> stages) {
    add(rows + NO_FILTER, ofAll, stages);
    add(rows + filters, ofSome, stages);
  }

  private void add(String rows, Map<String, Long> expressions, Set<Integer> stages) {
    if (!expressions.isEmpty()) {
      ofLeaves
          .computeIfAbsent(rows, leaf -> new ArrayList<>())
          .add(new Occurrence(query, expressions, stages));
    }
  }

  /** Only these columns lose their numbers. */
  private static Map<String, Long> byName(Map<String, Long> expressions, Set<String> columns) {
    Map<String, Long> named = new HashMap<>();
    expressions.forEach(
        (text, rows) ->
            named.merge(
                PlanSearch.COLUMN
                    .matcher(text)
                    .replaceAll(found -> columns.contains(found.group()) ? found.group(1) : "$0"),
                rows,
                Math::min));
    return named;
  }

  private static Set<String> expressions(PlanNode node) {
    Set<String> found = new HashSet<>();
    String text = RepeatedShuffles.unchanging(node);
    if (text.length() > LONGEST_TEXT) {
      return found;
    }
    boolean python = PythonOperators.contains(node.name());
    for (PlanCall call : PlanCall.of(text)) {
      if (call.isOfProgram()) {
        call.parsed()
            .map(format -> format + call.columns())
            .or(() -> python || isCostly(call) ? Optional.of(call.text()) : Optional.empty())
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private static boolean isCostly(PlanCall call) {
    return !SparkFunctions.has(call.name())
        || call.name().startsWith(SEARCH)
        || call.calls() >= MANY_CALLS;
  }

  private List<Use> uses() {
    List<Use> uses = new ArrayList<>();
    for (List<Occurrence> occurrences : ofLeaves.values()) {
      List<Occurrence> apart = new ArrayList<>();
      Set<Integer> stages = new LinkedHashSet<>();
      long rows = 0;
      for (Occurrence one : occurrences) {
        if (occurrences.stream().anyMatch(one::sharesWith)) {
          if (apart.stream().noneMatch(one::isWith)) {
            apart.add(one);
          }
          stages.addAll(one.stages());
          rows = Math.max(rows, one.rows());
        }
      }
      if (stages.size() > 1) {
        uses.add(new Use(stages, apart.size(), rows));
      }
    }
    return uses;
  }
}
