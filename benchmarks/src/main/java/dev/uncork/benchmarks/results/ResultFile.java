package dev.uncork.benchmarks.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** One file of docs/results, as docs/design.md section 10 describes it. */
public final class ResultFile {
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private final ObjectNode root = json.createObjectNode();
  private final ArrayNode figures;

  /**
   * An empty result.
   *
   * @param command what a reader types to measure it again
   * @param jdk the JDKs measured
   */
  public ResultFile(String command, String jdk) {
    root.put("command", command);
    root.put("commit", Machine.commit());
    root.put("machine", Machine.description());
    root.put("jdk", jdk);
    root.put("date", LocalDate.now().toString());
    figures = root.putArray("figures");
  }

  /**
   * Adds a figure.
   *
   * @param against the same figure of each competitor, by its name
   * @param note what a reader must know to judge it; may be empty
   */
  public void add(
      String name, String unit, Spread spread, Map<String, Spread> against, String note) {
    ObjectNode figure = figures.addObject();
    figure.put("name", name);
    put(figure, unit, spread);
    ObjectNode others = figure.putObject("against");
    against.forEach((other, value) -> put(others.putObject(other), unit, value));
    figure.put("note", note);
  }

  /**
   * Adds a figure and what it is beside, as far as they were measured.
   *
   * @param runs its values; nothing is added when there are none
   * @param against those of each competitor, by its name
   * @param note as above
   */
  public void add(
      String name, String unit, List<Double> runs, Map<String, List<Double>> against, String note) {
    if (runs.isEmpty()) {
      return;
    }
    Map<String, Spread> spreads = new LinkedHashMap<>();
    against.forEach(
        (other, theirs) -> {
          if (!theirs.isEmpty()) {
            spreads.put(other, Spread.of(theirs));
          }
        });
    add(name, unit, Spread.of(runs), spreads, note);
  }

  private static void put(ObjectNode node, String unit, Spread spread) {
    node.put("value", rounded(spread.median()));
    node.put("unit", unit);
    node.put("min", rounded(spread.min()));
    node.put("max", rounded(spread.max()));
    node.put("runs", spread.runs());
  }

  private static BigDecimal rounded(double value) {
    BigDecimal exact = new BigDecimal(value).round(FOUR_DIGITS);
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  /** Sets what a reader must know to understand the figures together; one paragraph. */
  public void remark(String text) {
    root.put("remark", text);
  }

  /**
   * Writes the file, creating its folder.
   *
   * @param keepOthers whether figures that the file has and this result has not are kept, with the
   *     commit that they were measured at, and their machine where it was another
   */
  public void write(Path file, boolean keepOthers) throws IOException {
    write(file, name -> keepOthers);
  }

  /**
   * Writes the file, creating its folder.
   *
   * @param kept which figures that the file has and this result has not are kept, by name; as above
   */
  public void write(Path file, Predicate<String> kept) throws IOException {
    ObjectNode all = root.deepCopy();
    if (Files.exists(file)) {
      keepFigures(json.readTree(file.toFile()), kept, all);
    }
    write(file, all);
  }

  private void keepFigures(JsonNode old, Predicate<String> wanted, ObjectNode all) {
    Map<String, JsonNode> merged = new LinkedHashMap<>();
    for (JsonNode figure : old.path("figures")) {
      if (!wanted.test(figure.path("name").asText())) {
        continue;
      }
      ObjectNode kept = figure.deepCopy();
      if (!kept.has("commit")) {
        kept.put("commit", old.path("commit").asText());
      }
      if (!kept.has("machine") && !old.path("machine").equals(root.path("machine"))) {
        kept.put("machine", old.path("machine").asText());
      }
      merged.put(kept.path("name").asText(), kept);
    }
    figures.forEach(figure -> merged.put(figure.path("name").asText(), figure));
    all.putArray("figures").addAll(merged.values());
  }

  /** Writes the file, creating its folder. */
  public void write(Path file) throws IOException {
    write(file, root);
  }

  private void write(Path file, ObjectNode content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, json.writeValueAsString(content) + "\n");
  }
}
