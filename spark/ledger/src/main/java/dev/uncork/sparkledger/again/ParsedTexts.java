package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Texts that one operator parses again for each field that it takes from them. */
final class ParsedTexts {
  /** To take two fields of a text by two calls is no worse than to parse all of it. */
  private static final int MANY_PARSES = 3;

  private final Recomputing recomputing;

  /**
   * A text.
   *
   * @param stages in which it is parsed
   * @param column with the text
   * @param times for each row
   */
  private record Text(Set<Integer> stages, String column, int times) {}

  ParsedTexts(Recomputing recomputing) {
    this.recomputing = recomputing;
  }

  Stream<SparkFinding> find(Application application) {
    return texts(application).stream()
        .filter(text -> text.times() >= MANY_PARSES)
        .flatMap(
            text ->
                recomputing.succeeded(text.stages()).values().stream()
                    .map(stage -> of(text, stage)));
  }

  /** All of them, those that are parsed most often first. */
  private static List<Text> texts(Application application) {
    List<Text> found = new ArrayList<>();
    for (PlanNode node : new PlanSearch(application).all(PlanSearch.named("Project"))) {
      Map<String, Set<String>> parses = new HashMap<>();
      for (PlanCall call : PlanCall.of(RepeatedShuffles.unchanging(node))) {
        List<String> columns = call.columns();
        if (call.parsed().isPresent() && columns.size() == 1) {
          parses.computeIfAbsent(columns.get(0), column -> new HashSet<>()).add(call.text());
        }
      }
      parses.forEach(
          (column, each) ->
              found.add(new Text(PlanSearch.stagesOf(node), PlanCall.byName(column), each.size())));
    }
    found.sort(Comparator.comparingInt(Text::times).reversed());
    return found;
  }

  /** At best all work of its stage was that. */
  private SparkFinding of(Text text, StageTasks stage) {
    double share = 1 - 1.0 / text.times();
    return new SparkFinding.Parsed(
        stage.stage(),
        text.column(),
        text.times(),
        share * Recomputing.work(stage) / 1000,
        recomputing.facts().pricing().gain(Recomputing.without(Map.of(stage, share)), 0.1, 0.5),
        List.of(
            new SparkAdvice.Code(
                SparkAdvice.Change.PARSE_ONCE, Optional.of(stage.stage().callSite()))));
  }
}
