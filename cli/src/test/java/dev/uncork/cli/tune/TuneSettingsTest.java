package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.SparkLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the user asks for becomes levers and the setup of now. */
class TuneSettingsTest {
  private static TuneSettings settings(
      @Nullable String workers, List<String> tries, String... command) {
    return settings(false, null, workers, tries, command);
  }

  private static TuneSettings settings(
      boolean spark,
      @Nullable String executors,
      @Nullable String workers,
      List<String> tries,
      String... command) {
    return new TuneSettings(
        List.of(command),
        workers,
        tries,
        null,
        RunProgress.given(null),
        0,
        60,
        30,
        12,
        0,
        false,
        spark,
        executors,
        false);
  }

  @Test
  void settingsOfSparkAreTriedByName() {
    TuneSettings settings =
        settings(
            true, "4x2x4g, 2x4x512m", null, List.of("spark.a.b=200,16"), "spark-submit", "a.py");
    assertThat(settings.start().changes().get(0).settings()).containsEntry("spark.a.b", "200");
    assertThat(settings.levers().get(0).values())
        .extracting(Change::text)
        .containsExactly("spark.a.b=200", "spark.a.b=16");
    assertThat(settings.layouts())
        .containsExactly(new SparkLayout(4, 2, 4096), new SparkLayout(2, 4, 512));
  }

  @Test
  void aLayoutThatIsNoneIsRefused() {
    for (String wrong : List.of("4x2", "0x2x1g", "2x2x1p", "", "2x2x1g,")) {
      TuneSettings settings = settings(true, wrong, null, List.of(), "spark-submit", "a.py");
      assertThatThrownBy(settings::layouts)
          .isInstanceOf(UserError.class)
          .hasMessageContaining("expected EXECUTORSxCORESxMEMORY");
    }
    TuneSettings settings = settings(false, "1x1x1g", null, List.of(), "java", "A");
    assertThatThrownBy(settings::layouts).hasMessageContaining("needs --spark");
  }

  @Test
  void theFirstValueIsThatOfNow() {
    TuneSettings settings =
        settings(
            "8,1,2",
            List.of("-Dx=1,16", "queue=a,b", "-XX:+UseNUMA", "-Xss=2m"),
            "java",
            "A",
            "{workers}",
            "{queue}");
    assertThat(settings.start().changes())
        .extracting(Change::text)
        .containsExactly("workers 8", "-Dx=1", "queue a");
    assertThat(settings.levers())
        .extracting(Lever::name)
        .containsExactly("workers", "-Dx", "queue", "-XX:+UseNUMA", "-Xss");
    assertThat(settings.levers().get(3).values().get(0).jvmOptions())
        .containsExactly("-XX:+UseNUMA");
  }

  @Test
  void workersAreChosenByTheProcessorsWhereNobodySays() {
    TuneSettings settings = settings(null, List.of(), "java", "A", "{workers}");
    int cpus = Runtime.getRuntime().availableProcessors();
    assertThat(settings.start().at("workers").orElseThrow().value()).isEqualTo("" + cpus);
    assertThat(settings.levers().get(0).values())
        .extracting(Change::value)
        .contains("1", "" + 2 * cpus);
  }

  @Test
  void whatHasNoPlaceIsRefused() {
    assertRefused(settings("4", List.of(), "java", "A"), "has no {workers}");
    assertRefused(settings("a", List.of(), "java", "{workers}"), "not a list of counts");
    assertRefused(settings(null, List.of("x=1,2"), "java", "A"), "no place in the command");
    assertRefused(settings(null, List.of("-Dx="), "java", "A"), "names no values");
    assertRefused(settings(null, List.of("=1"), "java", "A"), "names no values");
    assertRefused(settings(null, List.of(), "java", "{y}"), "nothing says what it is");
  }

  @Test
  void whatCannotComeToAComparisonIsRefusedBeforeAnythingRuns() {
    assertComparesNothing(limited(0, 60, 9, false), "--runs 9 is too few", "expected 10 or more");
    assertComparesNothing(limited(30, 300, 0, false), "--budget 300s is too short", "take 330 s");
    assertComparesNothing(limited(0, 60, 0, true), "--only: nothing is named", "expected --try");
    assertComparesNothing(
        settings(true, null, null, List.of(), "spark-submit", "a.py"),
        "--budget 30s is too short",
        "takes 11 runs",
        "expected 33s or more");
    limited(30, 330, 10, false).refuseWhatComparesNothing();
  }

  private static TuneSettings limited(long warmUp, long budget, int runs, boolean only) {
    return new TuneSettings(
        List.of("java", "A"),
        null,
        List.of(),
        null,
        RunProgress.given(null),
        warmUp,
        60,
        budget,
        12,
        runs,
        false,
        false,
        null,
        only);
  }

  private static void assertComparesNothing(TuneSettings settings, String... messages) {
    assertThatThrownBy(settings::refuseWhatComparesNothing)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(messages);
  }

  private static void assertRefused(TuneSettings settings, String message) {
    assertThatThrownBy(settings::start).isInstanceOf(UserError.class).hasMessageContaining(message);
  }
}
