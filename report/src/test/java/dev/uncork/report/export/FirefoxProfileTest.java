package dev.uncork.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.recording.Recording;
import dev.uncork.recording.read.Timeline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The rules of the Firefox Profiler's processed format: tables of equal columns, indexes that point
 * into them, stacks whose outer part comes before them.
 */
class FirefoxProfileTest {
  private static final Timeline TIMELINE =
      new Timeline(
          List.of(
              new Timeline.ThreadLine(
                  4712,
                  "worker-1",
                  List.of(
                      new Timeline.Sample(20, List.of(Made.PUT, Made.RUN)),
                      new Timeline.Sample(40, List.of(Made.RUN))),
                  List.of(
                      new Timeline.Stay(0, 500, 1, 0, 400_000_000),
                      new Timeline.Stay(500, 900, 0, 0, 10_000_000)))),
          List.of());

  @Test
  void aThreadHasItsStacksAndItsCpus() throws IOException {
    JsonNode profile = written(Made.recording("com.acme.Cache", Made.PUT), TIMELINE);
    JsonNode thread = profile.at("/threads/2");

    assertThat(thread.at("/name").asText()).isEqualTo("worker-1");
    assertThat(stack(thread, 0)).isEqualTo("com.acme.Worker.run < com.acme.Cache.put");
    assertThat(stack(thread, 1)).isEqualTo("com.acme.Worker.run");
    assertThat(thread.at("/markers/data/0/cpu").asInt()).isEqualTo(1);
    assertThat(thread.at("/markers/endTime/0").asInt()).isEqualTo(500);
    assertThat(profile.at("/threads/0/name").asText()).isEqualTo("Contended locks");
    assertThat(profile.at("/threads/0/markers/data/1/blocked").asInt()).isEqualTo(400);
  }

  @Test
  void allTablesAreWhole() throws IOException {
    JsonNode profile = written(Made.recording("com.acme.Cache", Made.PUT), TIMELINE);

    assertThat(profile.at("/meta/preprocessedProfileVersion").asInt()).isEqualTo(48);
    for (JsonNode thread : profile.at("/threads")) {
      for (String name :
          List.of(
              "samples",
              "markers",
              "stackTable",
              "frameTable",
              "funcTable",
              "resourceTable",
              "nativeSymbols")) {
        JsonNode table = thread.path(name);
        for (Map.Entry<String, JsonNode> column : table.properties()) {
          if (column.getValue().isArray()) {
            assertThat(column.getValue().size())
                .describedAs(name + "." + column.getKey())
                .isEqualTo(table.path("length").asInt(-1));
          }
        }
      }
      pointsInto(thread.at("/samples/stack"), thread.at("/stackTable/length"));
      pointsInto(thread.at("/stackTable/frame"), thread.at("/frameTable/length"));
      pointsInto(thread.at("/frameTable/func"), thread.at("/funcTable/length"));
      int strings = thread.at("/stringArray").size();
      assertThat(thread.at("/funcTable/name")).allMatch(index -> index.asInt() < strings);
      assertThat(thread.at("/markers/name")).allMatch(index -> index.asInt() < strings);
      JsonNode prefixes = thread.at("/stackTable/prefix");
      for (int i = 0; i < prefixes.size(); i++) {
        assertThat(prefixes.get(i).isNull() || prefixes.get(i).asInt() < i).isTrue();
      }
    }
  }

  /** The profiler takes such a field for a stack, and refuses a file in which it is none. */
  @Test
  void noMarkerHasACause() throws IOException {
    JsonNode profile = written(Made.recording("com.acme.Cache", Made.PUT), TIMELINE);

    assertThat(profile.findValues("cause")).isEmpty();
    assertThat(profile.at("/threads/1/markers/data/0/reason").asText()).isEqualTo("G1 pause");
  }

  private static void pointsInto(JsonNode indexes, JsonNode length) {
    assertThat(indexes).allMatch(index -> index.isNull() || index.asInt() < length.asInt());
  }

  private static String stack(JsonNode thread, int sample) {
    String text = "";
    JsonNode at = thread.at("/samples/stack/" + sample);
    while (!at.isNull()) {
      int frame = thread.at("/stackTable/frame/" + at.asInt()).asInt();
      int function = thread.at("/frameTable/func/" + frame).asInt();
      String name =
          thread.at("/stringArray/" + thread.at("/funcTable/name/" + function).asInt()).asText();
      text = text.isEmpty() ? name : name + " < " + text;
      at = thread.at("/stackTable/prefix/" + at.asInt());
    }
    return text;
  }

  private static JsonNode written(Recording recording, Timeline timeline) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FirefoxProfile.write(recording, timeline, out);
    return new ObjectMapper().readTree(out.toByteArray());
  }
}
