package dev.uncork.benchmarks.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Writes README.md of docs/results from the JSON files beside it: argument the folder. */
public final class ResultTable {
  private static final Pattern GOAL =
      Pattern.compile("to reach: at (least|most) ([0-9.]+)(?:/([0-9]+))?");
  private static final String HEAD =
      """
      # Results

      Generated from the JSON files in this folder by the commands that they name; don't edit. Each
      figure is a median with its minimum, maximum and number of runs, beside the competitor's; "met"
      says whether it reaches the goal in its note.
      """;

  private ResultTable() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    StringBuilder text = new StringBuilder(HEAD);
    for (Path file : jsonFiles(folder)) {
      append(text, file, new ObjectMapper().readTree(file.toFile()));
    }
    Files.writeString(folder.resolve("README.md"), text);
  }

  private static List<Path> jsonFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static void append(StringBuilder text, Path file, JsonNode result) {
    text.append("\n## ").append(String.valueOf(file.getFileName()).replace(".json", ""));
    text.append("\n\n`").append(result.path("command").asText()).append("`; ");
    text.append(result.path("machine").asText()).append("; ");
    text.append(result.path("jdk").asText()).append("; commit ");
    text.append(result.path("commit").asText()).append("; ");
    text.append(result.path("date").asText()).append("\n\n");
    if (result.has("remark")) {
      text.append(result.path("remark").asText()).append("\n\n");
    }
    text.append(
        "| figure | value | min to max (runs) | against | met | note |\n"
            + "|---|---|---|---|---|---|\n");
    for (JsonNode figure : result.path("figures")) {
      text.append("| ").append(figure.path("name").asText());
      text.append(" | ").append(value(figure));
      text.append(" | ").append(figure.path("min").asText());
      text.append(" to ").append(figure.path("max").asText());
      text.append(" (").append(figure.path("runs").asText()).append(")");
      text.append(" | ").append(against(figure.path("against")));
      text.append(" | ").append(met(figure));
      text.append(" | ").append(cell(figure.path("note").asText() + origin(figure))).append(" |\n");
    }
  }

  /** Where a figure was measured that is not of the file's last run. */
  private static String origin(JsonNode figure) {
    StringJoiner text = new StringJoiner(", ", " (", ")").setEmptyValue("");
    if (figure.has("commit")) {
      text.add("commit " + figure.path("commit").asText());
    }
    if (figure.has("machine")) {
      text.add("on " + figure.path("machine").asText());
    }
    return text.toString();
  }

  /** Whether the figure reaches what its note says is to be reached; empty if it says nothing. */
  private static String met(JsonNode figure) {
    Matcher goal = GOAL.matcher(figure.path("note").asText());
    if (!goal.find()) {
      return "";
    }
    double wanted =
        Double.parseDouble(goal.group(2))
            / (goal.group(3) == null ? 1 : Double.parseDouble(goal.group(3)));
    double value = figure.path("value").asDouble();
    return (goal.group(1).equals("least") ? value >= wanted : value <= wanted) ? "yes" : "no";
  }

  private static String against(JsonNode against) {
    if (!against.isObject()) {
      return cell(against.asText());
    }
    List<String> others = new ArrayList<>();
    against
        .properties()
        .forEach(
            other -> {
              JsonNode figure = other.getValue();
              String text = figure.isObject() ? value(figure) + origin(figure) : figure.asText();
              others.add(cell(other.getKey()) + ": " + text);
            });
    return String.join("; ", others);
  }

  private static String value(JsonNode figure) {
    String unit = figure.path("unit").asText();
    return figure.path("value").asText() + (unit.isEmpty() ? "" : " " + cell(unit));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace('\n', ' ');
  }
}
