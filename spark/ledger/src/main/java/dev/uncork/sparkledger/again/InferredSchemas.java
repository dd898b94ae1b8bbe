package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Passes over text before it is read, which the program could spare by telling its schema. */
final class InferredSchemas {
  /** In whose stack a pass begins that reads text to infer its schema. */
  private static final Pattern READER =
      Pattern.compile(
          "org\\.apache\\.spark\\.sql\\.(?:\\w+\\.)?DataFrameReader\\.(?:csv|json|xml|load)\\(");

  private InferredSchemas() {}

  static Stream<SparkFinding> find(ApplicationFacts facts) {
    Set<StageTasks> passes =
        facts.ordered(tasks -> infers(tasks.stage()) ? tasks.millis() : 0, 0).keySet();
    if (passes.isEmpty()) {
      return Stream.empty();
    }
    StageTasks most = passes.iterator().next();
    return Stream.of(
        new SparkFinding.Inferred(
            most.stage(),
            passes.size(),
            passes.stream().mapToDouble(StageTasks::millis).sum() / 1000,
            facts.pricing().gain(Recomputing.without(passes), 0.4, 0.8),
            List.of(
                new SparkAdvice.Code(
                    SparkAdvice.Change.GIVE_SCHEMA, Optional.of(most.stage().callSite())))));
  }

  /** Whether a stage reads rows of files to infer their schema: queries run none of a reader's. */
  private static boolean infers(Stage stage) {
    return READER.matcher(stage.callSite().stack().stripLeading()).lookingAt()
        && stage.tasks().stream().anyMatch(task -> task.volumes().input().records() > 0);
  }
}
