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

/** One file of docs/results, as docs/design.md describes it under "Results". */
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
    putAgainst(figure, unit, against);
    figure.put("note", note);
  }

  private static void putAgainst(ObjectNode figure, String unit, Map<String, Spread> against) {
    ObjectNode others = figure.putObject("against");
    against.forEach((other, value) -> put(others.putObject(other), unit, value));
  }

  /**
   * Adds a figure and what it is beside, as far as they were measured.
   *
   * @param runs its values; when there are none, what it is beside goes to the figure that the file
   *     has by this name, if any
   * @param against those of each competitor, by its name
   * @param note as above
   */
  public void add(
      String name, String unit, List<Double> runs, Map<String, List<Double>> against, String note) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    against.forEach(
        (other, theirs) -> {
          if (!theirs.isEmpty()) {
            spreads.put(other, Spread.of(theirs));
          }
        });
    if (!runs.isEmpty()) {
      add(name, unit, Spread.of(runs), spreads, note);
    } else if (!spreads.isEmpty()) {
      ObjectNode figure = figures.addObject();
      figure.put("name", name);
      putAgainst(figure, unit, spreads);
    }
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
   *     commit that they were measured at, and their machine where it was another; and so what a
   *     figure of both is beside
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
    Map<String, ObjectNode> merged = new LinkedHashMap<>();
    if (Files.exists(file)) {
      JsonNode old = json.readTree(file.toFile());
      for (JsonNode figure : old.path("figures")) {
        String name = figure.path("name").asText();
        if (kept.test(name)) {
          merged.put(name, withOrigin(figure, old));
        }
      }
    }
    for (JsonNode figure : figures) {
      merged.merge(figure.path("name").asText(), (ObjectNode) figure, this::joined);
    }
    ObjectNode all = root.deepCopy();
    merged.values().removeIf(figure -> !figure.has("value"));
    all.putArray("figures").addAll(merged.values());
    write(file, all);
  }

  /** A figure of before with this one: the newer values of each. */
  private ObjectNode joined(ObjectNode before, ObjectNode now) {
    boolean measured = now.has("value");
    ObjectNode joined = (measured ? now : before).deepCopy();
    ObjectNode against = json.createObjectNode();
    before
        .path("against")
        .properties()
        .forEach(
            other -> {
              if (other.getValue().isObject()) {
                against.set(other.getKey(), withOrigin(other.getValue(), before));
              }
            });
    now.path("against")
        .properties()
        .forEach(
            other -> {
              ObjectNode value = other.getValue().deepCopy();
              if (!measured) {
                value.set("commit", root.path("commit"));
                if (before.has("machine")) {
                  value.set("machine", root.path("machine"));
                }
              }
              against.set(other.getKey(), value);
            });
    joined.set("against", against);
    return joined;
  }

  /** With its commit, and its machine where that isn't this one's, which it has or a whole has. */
  private ObjectNode withOrigin(JsonNode part, JsonNode whole) {
    ObjectNode kept = part.deepCopy();
    if (!kept.has("commit")) {
      kept.set("commit", whole.path("commit"));
    }
    JsonNode machine = whole.path("machine");
    if (!kept.has("machine") && machine.isTextual() && !machine.equals(root.path("machine"))) {
      kept.set("machine", machine);
    }
    return kept;
  }

  /** Writes the file, creating its folder. */
  public void write(Path file) throws IOException {
    write(file, name -> false);
  }

  private void write(Path file, ObjectNode content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, json.writeValueAsString(content) + "\n");
  }
}
