package dev.uncork.benchmarks.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/** A short page of one benchmark: where it ran, the figures with a goal, missed ones first. */
final class ResultPage {
  private static final int MOST_ROWS = 24;

  private final String name;
  private final JsonNode result;
  private final List<ResultFigure> figures;

  ResultPage(String name, JsonNode result, List<ResultFigure> figures) {
    this.name = name;
    this.result = result;
    this.figures = figures;
  }

  String text() {
    List<ResultFigure> shown = shown();
    StringBuilder text = new StringBuilder("# " + name + "\n\n");
    text.append("`").append(result.path("command").asText()).append("`, ");
    text.append(result.path("date").asText()).append(", commit ");
    text.append(result.path("commit").asText()).append("\n\n");
    text.append(result.path("machine").asText()).append("; ");
    text.append(result.path("jdk").asText()).append("\n\n");
    if (result.has("remark")) {
      text.append(result.path("remark").asText()).append("\n\n");
    }
    text.append("| figure | median | min to max (runs) | against | goal | note |\n");
    text.append("|---|---|---|---|---|---|\n");
    shown.forEach(figure -> text.append(figure.row()));
    int left = figures.size() - shown.size();
    text.append("\n").append(left == 0 ? "All" : left == 1 ? "One more" : left + " more");
    text.append(left == 0 ? " figures, with" : left == 1 ? " figure, and" : " figures, and");
    text.append(" their whole notes, are in [").append(name).append(".json](").append(name);
    text.append(".json).\n");
    return text.toString();
  }

  /** In the file's order, but misses first, then what has a goal. */
  private List<ResultFigure> shown() {
    return figures.stream()
        .sorted(
            Comparator.comparing((ResultFigure figure) -> !(figure.hasGoal() && !figure.isMet()))
                .thenComparing(figure -> !figure.hasGoal()))
        .limit(MOST_ROWS)
        .toList();
  }
}
