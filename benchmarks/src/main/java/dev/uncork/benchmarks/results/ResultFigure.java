package dev.uncork.benchmarks.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A figure of a result file, and whether it reaches the goal that its note sets. */
final class ResultFigure {
  private static final Pattern GOAL =
      Pattern.compile("to reach: (at (least|most) ([0-9.]+)(?:/([0-9]+))?)");
  private static final int MOST_NOTE = 110;

  private final JsonNode json;
  private final @Nullable MatchResult goal;

  private ResultFigure(JsonNode json) {
    this.json = json;
    Matcher matcher = GOAL.matcher(json.path("note").asText());
    this.goal = matcher.find() ? matcher.toMatchResult() : null;
  }

  static List<ResultFigure> allOf(JsonNode result) {
    return StreamSupport.stream(result.path("figures").spliterator(), false)
        .map(ResultFigure::new)
        .toList();
  }

  boolean hasGoal() {
    return goal != null;
  }

  /** Whether it reaches its goal; not without one. */
  boolean isMet() {
    if (goal == null) {
      return false;
    }
    String divisor = goal.group(4);
    double wanted =
        Double.parseDouble(goal.group(3)) / (divisor == null ? 1 : Double.parseDouble(divisor));
    double value = json.path("value").asDouble();
    return goal.group(2).equals("least") ? value >= wanted : value <= wanted;
  }

  /** The figure as a row of a table in Markdown. */
  String row() {
    return "| %s | %s | %s to %s (%s) | %s | %s | %s |%n"
        .formatted(
            json.path("name").asText(),
            value(json),
            json.path("min").asText(),
            json.path("max").asText(),
            json.path("runs").asText(),
            against(json.path("against")),
            goal == null ? "" : goal.group(1) + (isMet() ? ": met" : ": **missed**"),
            note());
  }

  private String note() {
    String note = GOAL.matcher(json.path("note").asText()).replaceAll("");
    note = cell(note.replaceAll("[;,] *(?=[;,]|$)", "").strip());
    if (note.length() <= MOST_NOTE) {
      return note;
    }
    return note.substring(0, note.lastIndexOf(' ', MOST_NOTE)) + " …";
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
              String text = figure.isObject() ? value(figure) : figure.asText();
              others.add(cell(other.getKey()) + ": " + text);
            });
    return String.join("; ", others);
  }

  private static String value(JsonNode figure) {
    String unit = figure.path("unit").asText();
    return figure.path("value").asText() + (unit.isEmpty() ? "" : " " + cell(unit));
  }

  /** Text that may stand in a cell of a table. */
  static String cell(String text) {
    return text.replace("|", "\\|").replace('\n', ' ');
  }
}
