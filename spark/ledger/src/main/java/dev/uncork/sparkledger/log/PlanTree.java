package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.PlanNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** An operator of a plan whose metrics are known by their accumulators only. */
record PlanTree(String name, String text, List<Metric> metrics, List<PlanTree> children) {
  private static final int LONGEST_TEXT = 1_000;

  /** A schema within an expression, which may be longer than all else; inner ones go first. */
  private static final Pattern SCHEMA =
      Pattern.compile("(?:Struct(?:Field|Type)|(?:Array|Map|Decimal)Type)\\([^()]*\\)(?:, )?");

  /** Deeper than any plan that a person has read; what lies below isn't kept. */
  private static final int DEEPEST = 500;

  /**
   * A metric.
   *
   * @param divisor by which its values are divided for the model's unit
   */
  private record Metric(String name, long accumulator, long divisor) {}

  static PlanTree of(JsonNode plan, Interned texts) {
    return of(plan, texts, 0);
  }

  private static PlanTree of(JsonNode plan, Interned texts, int depth) {
    List<Metric> metrics = new ArrayList<>();
    for (JsonNode metric : plan.path("metrics")) {
      String type = metric.path("metricType").asText();
      // The sum of averages over tasks says nothing.
      if (!type.equals("average")) {
        metrics.add(
            new Metric(
                texts.of(Fields.text(metric, "name")),
                metric.path("accumulatorId").asLong(),
                type.equals("nsTiming") ? 1_000_000 : 1));
      }
    }
    List<PlanTree> children = new ArrayList<>();
    for (JsonNode child : plan.path("children")) {
      if (depth < DEEPEST) {
        children.add(of(child, texts, depth + 1));
      }
    }
    String text = Fields.text(plan, "simpleString");
    return new PlanTree(
        texts.of(Fields.text(plan, "nodeName")),
        shortened(text),
        List.copyOf(metrics),
        List.copyOf(children));
  }

  private static String shortened(String text) {
    String shorter = text;
    for (int before = -1; shorter.length() > LONGEST_TEXT && shorter.length() != before; ) {
      before = shorter.length();
      shorter = SCHEMA.matcher(shorter).replaceAll("");
    }
    return shorter.length() > LONGEST_TEXT ? shorter.substring(0, LONGEST_TEXT) : shorter;
  }

  int size() {
    int size = 1;
    for (PlanTree child : children) {
      size += child.size();
    }
    return size;
  }

  PlanNode resolved(MetricSums sums) {
    Map<String, Long> all = new TreeMap<>();
    SortedMap<Integer, Map<String, Long>> byStage = new TreeMap<>();
    for (Metric metric : metrics) {
      MetricSums.Sum sum = sums.of(metric.accumulator);
      if (sum.any()) {
        all.merge(metric.name, sum.total() / metric.divisor, Long::sum);
        sum.byStage()
            .forEach(
                (stage, value) ->
                    byStage
                        .computeIfAbsent(stage, id -> new TreeMap<>())
                        .merge(metric.name, value / metric.divisor, Long::sum));
      }
    }
    byStage.replaceAll((stage, values) -> Collections.unmodifiableMap(values));
    List<PlanNode> below = new ArrayList<>();
    for (PlanTree child : children) {
      below.add(child.resolved(sums));
    }
    return new PlanNode(
        name,
        text,
        Collections.unmodifiableMap(all),
        Collections.unmodifiableSortedMap(byStage),
        List.copyOf(below));
  }
}
