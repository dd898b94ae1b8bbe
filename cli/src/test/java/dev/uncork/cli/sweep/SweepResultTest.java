package dev.uncork.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.cli.UserError;
import dev.uncork.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all runs together come to, how it is kept, shown and written. */
class SweepResultTest {
  private static final List<Point> POINTS = Schedule.points(List.of(1, 2, 4), List.of(), List.of());

  @TempDir Path scratch;

  private static Trial trial(int workers, int round, double throughput, @Nullable String failure) {
    return new Trial(new Point(workers, "", List.of()), round, throughput, 1, 0.01, failure);
  }

  /** Three runs of 100, 180 and 300 operations a second, one of four workers failed. */
  private static List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    trials.add(trial(1, 0, 1, null));
    for (int round = 1; round <= 3; round++) {
      trials.add(trial(1, round, 99 + 0.5 * round, null));
      trials.add(trial(2, round, 178 + round, null));
      trials.add(trial(4, round, 298 + round, round == 2 ? "exit code 1, \"bad\"" : null));
    }
    return trials;
  }

  @Test
  void failedAndWarmUpRunsAreNeverCounted() {
    SweepResult result = SweepResult.of("operations/s", POINTS, trials());
    List<SweepResult.CurvePoint> points = result.series().get(0).points();
    assertThat(points.get(0).counted()).isEqualTo(3);
    assertThat(points.get(0).throughput().orElseThrow().median()).isEqualTo(100);
    assertThat(points.get(2).counted()).isEqualTo(2);
    assertThat(points.get(2).failed()).isEqualTo(1);
    assertThat(points.get(2).throughput().orElseThrow().median()).isEqualTo(300);
    assertThat(result.hasHoles()).isFalse();
    assertThat(result.noise()).isEmpty();
    assertThat(result.series().get(0).laws()).hasSize(2);
  }

  @Test
  void aPointWithoutARunThatCountsIsAHole() {
    SweepResult result =
        SweepResult.of("runs/s", POINTS, List.of(trial(1, 1, 5, null), trial(2, 1, 5, "no")));
    assertThat(result.hasHoles()).isTrue();
    assertThat(result.series().get(0).laws()).isEmpty();
  }

  @Test
  void noiseIsSaid() {
    Trial disturbed = new Trial(POINTS.get(0), 1, 10, 1, 0.4, null);
    SweepResult result =
        SweepResult.of("runs/s", POINTS, List.of(disturbed, trial(1, 2, 20, null)));
    assertThat(result.noise())
        .hasSize(2)
        .anySatisfy(line -> assertThat(line).contains("up to 40 % of the CPUs, during 1 of 2"))
        .anySatisfy(line -> assertThat(line).contains("1 point has an interval wider than ±10 %"));
  }

  @Test
  void jsonHoldsCurveRunsAndLawsThatPredictNothing() throws Exception {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    SweepResult result = SweepResult.of("operations/s", POINTS, trials());
    SweepDocument.writeJson(result, List.of("sweep"), true, json);
    JsonNode root = new ObjectMapper().readTree(json.toByteArray());
    assertThat(root.at("/runs")).hasSize(9);
    assertThat(root.at("/series/0/points/1/median").asDouble()).isEqualTo(180);
    assertThat(root.at("/series/0/laws/1/law").asText()).isEqualTo("USL");
    assertThat(root.at("/series/0/laws/1/curve/2/throughput/value").asDouble()).isPositive();
    assertThat(root.at("/series/0/lawsMeaning").asText()).contains("not a prediction");
  }

  @Test
  void csvHasARowForEachRunWithQuotes() throws Exception {
    ByteArrayOutputStream csv = new ByteArrayOutputStream();
    SweepDocument.writeCsv(SweepResult.of("operations/s", POINTS, trials()), csv);
    assertThat(csv.toString(StandardCharsets.UTF_8).lines())
        .hasSize(10)
        .contains("4,,,2,300.0,1.0,0.01,false,\"exit code 1, \"\"bad\"\"\"");
  }

  @Test
  void picturesAreReadableByOthers() throws Exception {
    SweepResult result = SweepResult.of("operations/s", POINTS, trials());
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    CurveChart.draw(result).writePng(png);
    assertThat(ImageIO.read(new ByteArrayInputStream(png.toByteArray())).getWidth())
        .isEqualTo(1000);
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    SweepPage.write(result, List.of("sweep", "<&>"), false, page);
    assertThat(page.toString(StandardCharsets.UTF_8))
        .contains("<svg", "&lt;&amp;&gt;", "stopped before its end", "not a prediction")
        .doesNotContain("http://cdn", "<script src");
  }

  @Test
  void theTerminalShowsBarsInProportionAndFailures() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    SweepResult result = SweepResult.of("operations/s", POINTS, trials());
    TerminalCurve.print(
        result,
        new Terminal.Screen(
            new PrintStream(text, true, StandardCharsets.UTF_8), false, false, false, 80));
    assertThat(text.toString(StandardCharsets.UTF_8).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80))
        .anySatisfy(line -> assertThat(line).matches(" +1 +100 .* ######"))
        .anySatisfy(line -> assertThat(line).matches(" +4 +300 .* #{17}  \\(1 failed\\)"))
        .contains("  A law describes what was measured here; it predicts nothing beyond it.");
  }

  @Test
  void anUnfinishedSweepGoesOnWhereItWas() throws Exception {
    Path file = scratch.resolve("state.json");
    SweepState state = SweepState.open(file, List.of("a"), false);
    Schedule.Slot slot = new Schedule.Slot(POINTS.get(0), 1);
    assertThat(state.has(slot)).isFalse();
    state.add(trial(1, 1, 5, null));
    SweepState again = SweepState.open(file, List.of("a"), false);
    assertThat(again.has(slot)).isTrue();
    assertThat(again.trials()).containsExactly(trial(1, 1, 5, null));
    assertThatThrownBy(() -> SweepState.open(file, List.of("b"), false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--fresh");
    assertThat(SweepState.open(file, List.of("b"), true).trials()).isEmpty();
    again.delete();
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileThatIsNoStateIsRefused() throws Exception {
    Path file = Files.writeString(scratch.resolve("state.json"), "{\"a\": 1");
    assertThatThrownBy(() -> SweepState.open(file, List.of("a"), false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--state");
  }
}
