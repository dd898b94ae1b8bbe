package dev.uncork.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultPagesTest {
  @TempDir Path folder;

  @Test
  void aPageHasMissedGoalsFirstAndTheIndexCountsThem() throws Exception {
    Path scripts = Files.createDirectory(folder.resolve("bench.d"));
    Files.writeString(scripts.resolve("speed"), "# About: how fast | it is\nrun() {\n}\n");
    Files.writeString(
        folder.resolve("speed.json"),
        """
        {"command": "./bench speed", "machine": "2 CPUs", "jdk": "17", "commit": "abc",
         "date": "2026-11-26", "figures": [
          {"name": "plain", "value": 3, "unit": "ns", "min": 1, "max": 4, "runs": 5},
          {"name": "reached", "value": 1, "min": 1, "max": 1, "runs": 5, "note": "to reach: at most 1"},
          {"name": "short", "value": 0.3, "min": 0.2, "max": 0.4, "runs": 5,
           "against": {"theirs": {"value": 2, "unit": "ns"}}, "note": "slow; to reach: at least 1/3"}]}
        """);
    ResultPages.main(new String[] {folder.toString(), scripts.toString()});
    assertThat(folder.resolve("README.md"))
        .content()
        .contains("| [speed](speed.md) | how fast \\| it is | 1 of 2 | 2026-11-26 |");
    assertThat(folder.resolve("speed.md"))
        .content()
        .containsSubsequence(
            "`./bench speed`, 2026-11-26, commit abc",
            "| short | 0.3 | 0.2 to 0.4 (5) | theirs: 2 ns | at least 1/3: **missed** | slow |",
            "| reached | 1 | 1 to 1 (5) |  | at most 1: met |  |",
            "| plain | 3 ns | 1 to 4 (5) |",
            "All figures");
  }
}
