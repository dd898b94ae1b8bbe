package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.launch.SparkCommand;
import dev.uncork.cli.plan.Plan;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.RemedyKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lines for {@code spark-defaults.conf}. */
class SparkDefaultsTest {
  private static final SparkCommand COMMAND =
      SparkCommand.of(List.of("spark-submit", "--executor-memory", "4g", "app.py")).orElseThrow();

  private static Plan.Entry entry(String key, String value, String comment) {
    Change change = Change.settings(RemedyKind.KNOB, key, key + "=" + value, Map.of(key, value));
    return new Plan.Entry(change, Plan.Requirements.NONE, List.of(comment));
  }

  @Test
  void eachSettingHasItsProof() {
    Plan plan = new Plan(Map.of(), List.of(entry("spark.executor.memory", "2g", "+9 %, 4 pairs")));
    assertThat(SparkDefaults.text(COMMAND, plan))
        .startsWith("# What uncork tune proved to make this application faster; for\n")
        .contains("# Remove '--executor-memory 4g' from the command, which wins over this file.\n")
        .endsWith("\n# +9 %, 4 pairs\nspark.executor.memory  2g\n");
  }

  @Test
  void whereNothingWasProvenItSaysSo() {
    assertThat(SparkDefaults.text(COMMAND, new Plan(Map.of(), List.of())))
        .startsWith("# uncork tune proved nothing to make this application faster")
        .doesNotContain("\nspark.");
    Change fill = Change.fill(RemedyKind.WORKERS, "workers", "2");
    Plan asItWas =
        new Plan(
            Map.of(),
            List.of(new Plan.Entry(fill, Plan.Requirements.NONE, List.of(Plan.Entry.AS_IT_WAS))));
    assertThat(SparkDefaults.text(COMMAND, asItWas))
        .startsWith("# uncork tune proved nothing")
        .doesNotContain("as it was");
  }

  @Test
  void aFileOfSettingsThatTheCommandNamesIsNotForgotten() {
    SparkCommand command =
        SparkCommand.of(List.of("spark-submit", "--properties-file", "own.conf", "app.py"))
            .orElseThrow();
    assertThat(SparkDefaults.text(command, new Plan(Map.of(), List.of())))
        .contains(
            "\n# Add the lines of own.conf: of several --properties-file, spark-submit reads");
  }
}
