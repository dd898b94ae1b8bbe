package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.KnownBlocking;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two recordings side by side. */
@DefaultTier
class DiffTest {
  @TempDir Path scratch;

  @FastTier
  @Test
  void locksOfBothRecordingsAreCompared() throws Exception {
    record("before.jfr");
    record("after.jfr");
    Uncork.Outcome outcome =
        Uncork.command("diff", "before.jfr", "after.jfr", "--json", "diff.json").in(scratch).run();
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("KnownBlocking");
    JsonNode diff = new ObjectMapper().readTree(scratch.resolve("diff.json").toFile());
    assertThat(diff.path("locks")).isNotEmpty();
  }

  private void record(String name) throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "--quiet",
                "--out",
                name,
                "--",
                Jdk.of(17).java(),
                "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
                "-cp",
                Uncork.programs(),
                KnownBlocking.class.getName(),
                "20",
                "100",
                "1000",
                "platform")
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }
}
