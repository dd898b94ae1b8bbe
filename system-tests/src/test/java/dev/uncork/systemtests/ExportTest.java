package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.KnownBlocking;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real recording in every format. */
@DefaultTier
class ExportTest {
  @TempDir Path scratch;

  private long blocked;

  @BeforeEach
  void record() throws Exception {
    Jdk jdk = Jdk.of(17);
    Uncork.Outcome run =
        Uncork.command(
                "run",
                "-q",
                "--out",
                "a.jfr",
                "--json",
                "a.json",
                "--",
                jdk.java(),
                "--add-opens",
                "java.base/java.util.concurrent.locks=ALL-UNNAMED",
                "-cp",
                Uncork.programs(),
                KnownBlocking.class.getName(),
                "40",
                "8000",
                "0",
                "platform")
            .in(scratch)
            .run();
    assertThat(run.exitCode()).describedAs(run.err()).isZero();
    for (JsonNode lock :
        new ObjectMapper().readTree(scratch.resolve("a.json").toFile()).path("locks")) {
      blocked += lock.path("blocked").asLong();
    }
    assertThat(blocked).isPositive();
  }

  private void export(String... options) throws Exception {
    String[] command = new String[options.length + 3];
    command[0] = "report";
    command[1] = "-q";
    command[2] = "a.jfr";
    System.arraycopy(options, 0, command, 3, options.length);
    Uncork.Outcome outcome = Uncork.command(command).in(scratch).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
  }

  @Test
  void allFormatsAtOnce() throws Exception {
    export(
        "--collapsed",
        "a.txt",
        "--flame",
        "a.html",
        "--pprof",
        "a.pb.gz",
        "--otlp",
        "a.otlp",
        "--firefox",
        "a.firefox.json",
        "--csv",
        "a.csv");

    assertThat(Files.readString(scratch.resolve("a.txt")))
        .contains("KnownBlocking")
        .contains("lock ");
    assertThat(Files.readString(scratch.resolve("a.html"))).contains("</html>");
    assertThat(scratch.resolve("a.otlp")).isNotEmptyFile();
    assertThat(Files.readAllLines(scratch.resolve("a.csv")))
        .first()
        .isEqualTo("time,second,series,name,value,unit");
    JsonNode firefox = new ObjectMapper().readTree(scratch.resolve("a.firefox.json").toFile());
    assertThat(firefox.path("threads").findValuesAsText("name"))
        .contains("Contended locks", "main");
    assertPprofCounts();
  }

  private void assertPprofCounts() throws Exception {
    Uncork.Outcome pprof;
    try {
      pprof =
          Uncork.without("go", "tool", "pprof", "-top", "-sample_index=contentions", "a.pb.gz")
              .with("PPROF_TMPDIR", scratch.toString())
              .in(scratch)
              .run();
    } catch (IOException e) {
      Assumptions.abort("go is not installed, whose pprof reads the profile: apt golang-go");
      return;
    }
    Assumptions.assumeFalse(pprof.err().contains("no such tool"), "this go has no pprof");
    assertThat(pprof.exitCode()).describedAs(pprof.err()).isZero();
    assertThat(pprof.out()).contains("of " + blocked + " total");
  }

  @Test
  void aPartOfTheTime() throws Exception {
    Uncork.Outcome none =
        Uncork.command("report", "a.jfr", "--from", "2001-01-01T00:00", "--to", "2001-01-02T00:00")
            .in(scratch)
            .run();
    assertThat(none.out()).contains("Too little was recorded");
    Uncork.Outcome all = Uncork.command("report", "a.jfr", "--from", "1d").in(scratch).run();
    assertThat(all.out()).contains("KnownBlocking");
  }
}
