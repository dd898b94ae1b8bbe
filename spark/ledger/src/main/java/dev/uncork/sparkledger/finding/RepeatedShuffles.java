package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.ArrayList;
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
  private static final Pattern WRAPPER =
      Pattern.compile("WholeStageCodegen.*|AdaptiveSparkPlan|\\w*QueryStage|InputAdapter");
  private static final Pattern READY =
      Pattern.compile("InMemoryTableScan.*|Scan In-memory.*|ReusedExchange");
  private static final String EXCHANGE = "Exchange";

  private final Map<String, Use> uses = new LinkedHashMap<>();
  private final Set<String> earlier = new HashSet<>();
  private final Set<String> here = new HashSet<>();
  private final Set<Integer> stages = new HashSet<>();

  /**
   * One of them.
   *
   * @param columns by which rows are divided
   * @param times that it was done
   * @param again ids of the stages that did it after the first time
   */
  record Use(List<String> columns, int times, Set<Integer> again) {
    private static Use join(Use a, Use b) {
      Set<Integer> again = new HashSet<>(a.again);
      again.addAll(b.again);
      return new Use(a.columns, a.times + b.times - 1, again);
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
      shuffles.stages.addAll(ofQueries.getOrDefault(query.id(), Set.of()));
      query.plan().ifPresent(shuffles::visit);
      shuffles.earlier.addAll(shuffles.here);
      shuffles.here.clear();
      shuffles.stages.clear();
    }
    return List.copyOf(shuffles.uses.values());
  }

  /** Whether an operator's rows were computed before. */
  static boolean isReady(PlanNode node) {
    return READY.matcher(node.name()).matches();
  }

  /** An operator's text, the same in all queries. */
  static String unchanging(PlanNode node) {
    return CHANGING.matcher(node.text()).replaceAll("");
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
          uses.merge(signature, new Use(PlanSearch.columns(node), 2, below), Use::join);
        }
        return;
      }
      here.add(signature);
    }
    node.children().forEach(this::visit);
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
