package dev.uncork.benchmarks.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a page beside each JSON file of docs/results, and README.md as their index. Arguments: the
 * folder, and the folder of the benchmarks, whose files say what they are about.
 */
public final class ResultPages {
  private static final String ABOUT = "# About: ";
  private static final String HEAD =
      """
      # Measured results

      `./bench NAME` measures one of these again and writes its JSON file; this index and the pages are
      made from those files, so don't edit them.

      | benchmark | measures | goals met | date |
      |---|---|---|---|
      """;

  private ResultPages() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    StringBuilder index = new StringBuilder(HEAD);
    for (Path file : jsonFiles(folder)) {
      JsonNode result = new ObjectMapper().readTree(file.toFile());
      String name = String.valueOf(file.getFileName()).replace(".json", "");
      List<ResultFigure> figures = ResultFigure.allOf(result);
      Files.writeString(folder.resolve(name + ".md"), new ResultPage(name, result, figures).text());
      index.append("| [").append(name).append("](").append(name).append(".md) | ");
      index.append(about(Path.of(args[1], name), result)).append(" | ");
      index.append(goals(figures)).append(" | ");
      index.append(result.path("date").asText()).append(" |\n");
    }
    Files.writeString(folder.resolve("README.md"), index);
  }

  private static List<Path> jsonFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  /** What the benchmark says of itself; its command where another script measures it. */
  private static String about(Path script, JsonNode result) throws IOException {
    if (!Files.exists(script)) {
      return "`" + ResultFigure.cell(result.path("command").asText()) + "`";
    }
    try (Stream<String> lines = Files.lines(script)) {
      return lines
          .filter(line -> line.startsWith(ABOUT))
          .map(line -> ResultFigure.cell(line.substring(ABOUT.length())))
          .findFirst()
          .orElse("");
    }
  }

  private static String goals(List<ResultFigure> figures) {
    List<ResultFigure> withGoal = figures.stream().filter(ResultFigure::hasGoal).toList();
    long met = withGoal.stream().filter(ResultFigure::isMet).count();
    return withGoal.isEmpty() ? "none set" : met + " of " + withGoal.size();
  }
}
