package dev.uncork.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  private static final String BEFORE =
      """
      {"commit": "aaa", "machine": "a PDP-11", "figures": [
        {"name": "rate", "value": 1, "unit": "1/s", "min": 1, "max": 1, "runs": 1,
         "against": {"monitor": {"value": 2}, "fair": {"value": 3, "commit": "bbb"}}, "note": "old"},
        {"name": "other", "value": 4, "against": {}, "note": ""}]}
      """;

  @TempDir private Path folder;
  private Path file = Path.of("");
  private final ResultFile result = new ResultFile("./bench it", "17");

  @BeforeEach
  void writeBefore() throws IOException {
    file = Files.writeString(folder.resolve("it.json"), BEFORE);
  }

  private JsonNode figure(String name) throws IOException {
    for (JsonNode figure : new ObjectMapper().readTree(file.toFile()).path("figures")) {
      if (figure.path("name").asText().equals(name)) {
        return figure;
      }
    }
    throw new AssertionError("no figure " + name + " in " + Files.readString(file));
  }

  @Test
  void figuresMeasuredBeforeKeepTheirOrigin() throws IOException {
    result.add("new", "1/s", List.of(5.0), Map.of(), "");
    result.write(file, true);
    assertThat(figure("other").path("commit").asText()).isEqualTo("aaa");
    assertThat(figure("other").path("machine").asText()).isEqualTo("a PDP-11");
    assertThat(figure("new").has("commit")).isFalse();
  }

  @Test
  void whatWasNotMeasuredBesideItAgainKeepsItsOrigin() throws IOException {
    result.add("rate", "1/s", List.of(7.0), Map.of("monitor", List.of(8.0)), "new");
    result.write(file, true);
    JsonNode rate = figure("rate");
    assertThat(rate.path("value").asInt()).isEqualTo(7);
    assertThat(rate.path("note").asText()).isEqualTo("new");
    assertThat(rate.has("commit")).isFalse();
    assertThat(rate.at("/against/monitor/value").asInt()).isEqualTo(8);
    assertThat(rate.at("/against/monitor").has("commit")).isFalse();
    assertThat(rate.at("/against/fair/value").asInt()).isEqualTo(3);
    assertThat(rate.at("/against/fair/commit").asText()).isEqualTo("bbb");
    assertThat(rate.at("/against/fair/machine").asText()).isEqualTo("a PDP-11");
  }

  @Test
  void competitorMeasuredAloneGoesBesideTheFigureOfBefore() throws IOException {
    result.add("rate", "1/s", List.of(), Map.of("tick", List.of(9.0)), "new");
    result.add("unknown", "1/s", List.of(), Map.of("tick", List.of(9.0)), "new");
    result.write(file, true);
    JsonNode rate = figure("rate");
    assertThat(rate.path("value").asInt()).isEqualTo(1);
    assertThat(rate.path("commit").asText()).isEqualTo("aaa");
    assertThat(rate.path("note").asText()).isEqualTo("old");
    assertThat(rate.at("/against/tick/value").asInt()).isEqualTo(9);
    assertThat(rate.at("/against/tick/commit").asText()).isEqualTo(Machine.commit());
    assertThat(rate.at("/against/tick/machine").asText()).isEqualTo(Machine.description());
    assertThat(rate.at("/against/monitor/commit").asText()).isEqualTo("aaa");
    assertThat(Files.readString(file)).doesNotContain("unknown");
  }

  @Test
  void fileWrittenAnewHasNothingOfBefore() throws IOException {
    result.add("rate", "1/s", List.of(7.0), Map.of(), "new");
    result.write(file);
    assertThat(figure("rate").at("/against").isEmpty()).isTrue();
    assertThat(Files.readString(file)).doesNotContain("other");
  }
}
