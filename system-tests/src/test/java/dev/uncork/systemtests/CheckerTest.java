package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program: the lock that the report blames is to blame. */
@DefaultTier
class CheckerTest {
  private static final String PACKAGE = "dev.uncork.workloads.checker.";

  /** For each lock of the checker as it was in 2006, the part that does without it. */
  private static final Map<String, List<String>> WITHOUT =
      Map.of(
          PACKAGE + "set.MemFPSet", List.of("--set", "concurrent"),
          PACKAGE + "log.StateTrace", List.of("--log", "quiet"),
          PACKAGE + "ModelChecker", List.of("--counter", "atomic"),
          PACKAGE + "queue.MemStateQueue", List.of("--queue", "concurrent"));

  @TempDir Path scratch;

  @Test
  void theBlamedLockIsGoneWithThePartThatHasIt() throws Exception {
    JsonNode naive = check(List.of());
    assertThat(naive.path("verdict").path("kind").asText()).isEqualTo("contended-lock");
    JsonNode blamed = lockAt(naive, naive.path("verdict").path("location").asText());
    String lockClass = blamed.path("lockClass").asText();
    assertThat(WITHOUT).containsKey(lockClass);
    String simpleName = lockClass.substring(lockClass.lastIndexOf('.') + 1);
    assertThat(synchronizedAt(lockClass, blamed.path("site").asText())).isTrue();
    assertThat(naive.path("verdict").path("text").asText()).contains(simpleName);

    JsonNode better = check(WITHOUT.getOrDefault(lockClass, List.of()));
    assertThat(blocked(better, lockClass)).isLessThan(blocked(naive, lockClass) / 20);
    assertThat(better.path("verdict").path("text").asText()).doesNotContain(simpleName);
  }

  /** Of two that cost about the same, the one that is blamed needn't be the first of the list. */
  private static JsonNode lockAt(JsonNode report, String site) {
    for (JsonNode lock : report.path("locks")) {
      if (lock.path("site").asText().equals(site)) {
        return lock;
      }
    }
    throw new AssertionError("no lock is at " + site + ": " + report.path("locks"));
  }

  /** Whether a site is at the beginning of something synchronized in the source of the class. */
  private static boolean synchronizedAt(String lockClass, String site) throws IOException {
    Path source = Path.of("../workloads/src/main/java", lockClass.replace('.', '/') + ".java");
    Matcher place = Pattern.compile("\\((\\w+\\.java):(\\d+)\\)$").matcher(site);
    assertThat(place.find()).describedAs(site).isTrue();
    assertThat(place.group(1)).isEqualTo(source.getFileName().toString());
    int line = Integer.parseInt(place.group(2));
    // The line of a synchronized method's entry is that of its first statement.
    return Files.readAllLines(source).subList(Math.max(0, line - 3), line).stream()
        .anyMatch(text -> text.contains("synchronized"));
  }

  private static long blocked(JsonNode report, String lockClass) {
    long blocked = 0;
    for (JsonNode lock : report.path("locks")) {
      if (lock.path("lockClass").asText().equals(lockClass)) {
        blocked += lock.path("blocked").asLong();
      }
    }
    return blocked;
  }

  private JsonNode check(List<String> parts) throws Exception {
    Path json = scratch.resolve("out.json");
    Path jar = Path.of(System.getProperty("uncork.home"), "workloads", "workloads.jar");
    List<String> command =
        new ArrayList<>(
            List.of(
                "run",
                "-q",
                "--json",
                json.toString(),
                "--",
                Jdk.of(17).java(),
                "-jar",
                jar.toString(),
                "check",
                "--size",
                "10",
                "--workers",
                "8"));
    command.addAll(parts);
    Uncork.Outcome outcome = Uncork.command(command.toArray(String[]::new)).in(scratch).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("OK: 1860498 distinct states (as known)");
    return new ObjectMapper().readTree(json.toFile());
  }
}
