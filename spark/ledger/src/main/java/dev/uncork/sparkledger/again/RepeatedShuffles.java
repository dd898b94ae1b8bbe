package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Shuffles that later queries do again: the same operators below, on the same columns. Spark
 * numbers columns when a data frame is made, so these are of one data frame, or of one table's.
 */
final class RepeatedShuffles {
  private static final Pattern CHANGING = Pattern.compile("^\\*?\\(\\d+\\) |\\[plan_id=\\d+]");

  /** A column that Spark's optimizer makes up, of the same expression another one in each query. */
  private static final Pattern MADE_UP = Pattern.compile("\\b(_[a-z]\\w*)#\\d+");

  private static final Pattern WRAPPER =
      Pattern.compile("WholeStageCodegen.*|AdaptiveSparkPlan|\\w*QueryStage|InputAdapter");
  private static final String REUSED = "ReusedExchange";
  private static final String EXCHANGE = "Exchange";

  private final Map<String, Use> uses = new LinkedHashMap<>();
  private final Set<String> earlier = new HashSet<>();
  private final Set<String> here = new HashSet<>();
  private final Set<Integer> stages = new HashSet<>();
  private long query;

  /**
   * One of them.
   *
   * @param columns by which rows are divided
   * @param times that it was done
   * @param again ids of the stages that did it after the first time
   * @param operators of the queries that did it again, by their ids, which are there for it
   */
  record Use(List<String> columns, int times, Set<Integer> again, Map<Long, Integer> operators) {
    private static Use join(Use a, Use b) {
      return a.with(b, a.times + b.times - 1);
    }

    private Use with(Use other, int sum) {
      Set<Integer> both = new HashSet<>(again);
      both.addAll(other.again);
      Map<Long, Integer> counts = new HashMap<>(operators);
      other.operators.forEach((query, count) -> counts.merge(query, count, Integer::sum));
      return new Use(columns, sum, both, counts);
    }

    /** With the other shuffles that the same queries do again. */
    Use with(List<Use> all) {
      Use result = this;
      for (Use other : all) {
        boolean together = !Collections.disjoint(operators.keySet(), other.operators.keySet());
        result = together && other != this ? result.with(other, times) : result;
      }
      return result;
    }
  }

  private RepeatedShuffles() {}

  static List<Use> of(Application application) {
    Map<Long, Set<Integer>> ofQueries = new HashMap<>();
    for (Job job : application.jobs()) {
      job.query()
          .ifPresent(
              query ->
                  ofQueries.computeIfAbsent(query, id -> new HashSet<>()).addAll(job.stages()));
    }
    List<Query> queries = new ArrayList<>(application.queries());
    queries.sort(Comparator.comparingLong(query -> query.span().startMillis()));
    RepeatedShuffles shuffles = new RepeatedShuffles();
    for (Query query : queries) {
      shuffles.query = query.id();
      shuffles.stages.addAll(ofQueries.getOrDefault(query.id(), Set.of()));
      query.plan().ifPresent(shuffles::visit);
      shuffles.earlier.addAll(shuffles.here);
      shuffles.here.clear();
      shuffles.stages.clear();
    }
    return List.copyOf(shuffles.uses.values());
  }

  /** How many operators compute rows; those that were computed before are one. */
  static int operators(PlanNode node) {
    int count = 1;
    for (PlanNode child : isReady(node) ? List.<PlanNode>of() : node.children()) {
      count += operators(child);
    }
    return count;
  }

  /** Whether an operator's rows were computed before. */
  static boolean isReady(PlanNode node) {
    return PlanSearch.CACHED.matches(node) || node.name().equals(REUSED);
  }

  /** An operator's text, the same in all queries. */
  static String unchanging(PlanNode node) {
    String text = CHANGING.matcher(node.text()).replaceAll("");
    return MADE_UP.matcher(text).replaceAll("$1");
  }

  private void visit(PlanNode node) {
    if (isReady(node)) {
      return;
    }
    if (node.name().equals(EXCHANGE)) {
      StringBuilder text = new StringBuilder();
      describe(node, text);
      String signature = text.toString();
      if (earlier.contains(signature)) {
        Set<Integer> below = new HashSet<>();
        node.children().forEach(child -> stagesOf(child, below));
        below.retainAll(stages);
        if (!below.isEmpty()) {
          Map<Long, Integer> operators = Map.of(query, operators(node));
          uses.merge(signature, new Use(columns(node), 2, below, operators), Use::join);
        }
        return;
      }
      here.add(signature);
    }
    node.children().forEach(this::visit);
  }

  /** What brings all rows together has none: then those of the shuffle below it. */
  private static List<String> columns(PlanNode exchange) {
    List<String> own = PlanSearch.columns(exchange);
    return own.isEmpty()
        ? PlanSearch.exchangesBelow(exchange).stream()
            .map(PlanSearch::columns)
            .filter(columns -> !columns.isEmpty())
            .findFirst()
            .orElse(own)
        : own;
  }

  private static void describe(PlanNode node, StringBuilder text) {
    boolean wrapper = WRAPPER.matcher(node.name()).matches();
    if (!wrapper) {
      text.append(unchanging(node)).append('(');
    }
    if (!isReady(node)) {
      node.children().forEach(child -> describe(child, text));
    }
    text.append(wrapper ? "" : ")");
  }

  private static void stagesOf(PlanNode node, Set<Integer> stages) {
    if (!isReady(node)) {
      stages.addAll(node.stages());
      node.children().forEach(child -> stagesOf(child, stages));
    }
  }
}
