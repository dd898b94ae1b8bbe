package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text files that are parsed by several queries. Those of columns are made to be read again and
 * again: they are left out.
 */
final class RepeatedScans {
  private static final Pattern PARSED =
      Pattern.compile("Format: (?i:csv|json|text|xml), Location: \\w+(?:\\([^)]*\\))?\\[[^\\]]*");

  private RepeatedScans() {}

  /**
   * Files.
   *
   * @param stages that parse them
   * @param times that this was done, by as many queries
   */
  record Use(Set<Integer> stages, int times) {}

  static List<Use> of(Application application) {
    Map<String, Use> uses = new LinkedHashMap<>();
    for (Query query : application.queries()) {
      Map<String, Set<Integer>> parsed = new LinkedHashMap<>();
      query.plan().ifPresent(plan -> visit(plan, parsed));
      parsed.forEach((files, stages) -> uses.merge(files, new Use(stages, 1), RepeatedScans::join));
    }
    return List.copyOf(uses.values());
  }

  private static Use join(Use a, Use b) {
    Set<Integer> stages = new HashSet<>(a.stages);
    stages.addAll(b.stages);
    return new Use(stages, a.times + b.times);
  }

  private static void visit(PlanNode node, Map<String, Set<Integer>> parsed) {
    if (RepeatedShuffles.isReady(node)) {
      return;
    }
    Matcher files = PARSED.matcher(node.text());
    if (node.children().isEmpty() && !node.stages().isEmpty() && files.find()) {
      parsed.computeIfAbsent(files.group(), name -> new HashSet<>()).addAll(node.stages());
    }
    node.children().forEach(child -> visit(child, parsed));
  }
}
