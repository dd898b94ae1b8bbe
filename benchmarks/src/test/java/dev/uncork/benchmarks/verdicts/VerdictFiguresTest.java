package dev.uncork.benchmarks.verdicts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as a bound that is kept, and measuring in parts. */
class VerdictFiguresTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("verdicts.json");
  }

  private interface Part {
    void add(VerdictFigures figures);
  }

  private JsonNode after(Part part) throws IOException {
    ResultFile results = new ResultFile("./bench verdicts", "17");
    VerdictFigures figures = new VerdictFigures(results, file());
    part.add(figures);
    figures.addShares(Set.of("calm", "steady"));
    results.write(file(), true);
    return new ObjectMapper().readTree(file().toFile()).path("figures");
  }

  private static void program(
      VerdictFigures figures, String name, boolean right, double promised, double measured) {
    figures.judged(name, right, "said");
    figures.gained(name, promised, Double.isFinite(promised), Spread.exactly(measured, 1));
  }

  @Test
  void aBoundIsKeptIfTheFixBringsNoMoreButForNoise() throws IOException {
    JsonNode all =
        after(
            figures -> {
              program(figures, "tight", true, 2, 2.1);
              program(figures, "loose", true, 60, 3);
              program(figures, "broken", true, 1.5, 3);
              program(figures, "wrong", false, 1, 100);
            });
    assertThat(value(all, "bounds-kept")).as("of right verdicts").isCloseTo(2 / 3.0, within(1e-3));
    assertThat(value(all, "bound-to-gain")).isCloseTo(2 / 2.1, within(1e-3));
    assertThat(value(all, "price-error")).isCloseTo(0.5, within(1e-3));
    assertThat(value(all, "right-share")).isCloseTo(0.75, within(1e-3));
  }

  @Test
  void whatMakesTheWorkItselfCheaperIsCountedApart() throws IOException {
    JsonNode all =
        after(
            figures -> {
              program(figures, "alike", true, 2, 2);
              figures.works("alike", Spread.exactly(0.9, 1));
              program(figures, "cheaper", true, 2, 50);
              figures.works("cheaper", Spread.exactly(0.1, 1));
            });
    assertThat(value(all, "bounds-kept")).isEqualTo(1);
    assertThat(value(all, "bounds-kept-by-all")).isEqualTo(0.5);
  }

  @Test
  void manyTimesIsNoBound() throws IOException {
    Part part = figures -> program(figures, "idle", true, Double.POSITIVE_INFINITY, 30);
    assertThat(value(after(part), "many-times")).isEqualTo(1);
    JsonNode again = after(figures -> program(figures, "tight", true, 2, 2));
    assertThat(value(again, "many-times")).isEqualTo(1);
    assertThat(value(again, "price-error")).isZero();
  }

  @Test
  void anEstimateIsAPriceButNoBound() throws IOException {
    Part part =
        figures -> {
          figures.judged("pool", true, "said");
          figures.gained("pool", 6, false, Spread.exactly(8, 1));
          program(figures, "tight", true, 2, 2);
        };
    JsonNode all = after(part);
    assertThat(value(all, "bounds-kept")).isEqualTo(1);
    assertThat(value(all, "price-error")).isCloseTo(0.125, within(1e-3));
    JsonNode again = after(figures -> {});
    assertThat(value(again, "bounds-kept")).as("read again").isEqualTo(1);
    assertThat(value(again, "price-error")).isCloseTo(0.125, within(1e-3));
  }

  @Test
  void sharesCountWhatWasMeasuredBefore() throws IOException {
    after(
        figures -> {
          program(figures, "first", true, 2, 3);
          figures.judged("calm", false, "alarm");
          figures.judged("steady", true, "healthy");
        });
    JsonNode all =
        after(
            figures -> {
              program(figures, "second", true, 2, 2);
              figures.judged("calm", true, "healthy");
            });
    assertThat(value(all, "bounds-kept")).isEqualTo(0.5);
    assertThat(value(all, "right-share")).isEqualTo(1);
    assertThat(value(all, "false-alarms")).isZero();
    assertThat(value(all, "first-gain")).isEqualTo(3);
  }

  private static double value(JsonNode figures, String name) {
    for (JsonNode figure : figures) {
      if (figure.path("name").asText().equals(name)) {
        return figure.path("value").asDouble();
      }
    }
    throw new AssertionError("no figure " + name);
  }
}
