package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.KnownBlocking;
import dev.uncork.systemtests.program.Mirror;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** A recording is an ordinary flight recording, for every tool that reads those. */
@DefaultTier
class RecordingToolsTest {
  private static final long FLUSHES_MILLIS = 2_500;

  @TempDir Path scratch;

  private Path record(Jdk jdk) throws Exception {
    Path out = scratch.resolve("out.jfr");
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "-q",
                "--out",
                out.toString(),
                "--",
                jdk.java(),
                "--add-opens",
                "java.base/java.util.concurrent.locks=ALL-UNNAMED",
                "-cp",
                Uncork.programs(),
                KnownBlocking.class.getName(),
                "40",
                "100",
                "0",
                "platform")
            .run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    return out;
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void theJdksOwnToolPrintsIt(int major) throws Exception {
    Jdk jdk = Jdk.of(major);
    String out = record(jdk).toString();
    Uncork.Outcome print =
        Uncork.without(jdk.tool("jfr"), "print", "--events", "uncork.ContendedLock", out).run();
    assertThat(print.exitCode()).describedAs(print.err()).isZero();
    assertThat(print.out()).contains("KnownBlocking$Shelf").contains("blocked = ");
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void missionControlOpensIt(int major) throws Exception {
    IItemCollection events = JfrLoaderToolkit.loadEvents(record(Jdk.of(major)).toFile());
    assertThat(events.apply(ItemFilters.type("uncork.ContendedLock")).hasItems()).isTrue();
    assertThat(events.apply(ItemFilters.type("jdk.JVMInformation")).hasItems()).isTrue();
  }

  @FastTier
  @Test
  void reportOfARecordingSaysWhatRunSaid() throws Exception {
    Path first = scratch.resolve("first.json");
    Path again = scratch.resolve("again.json");
    Path out = scratch.resolve("out.jfr");
    Jdk jdk = Jdk.of(17);
    Uncork.command(
            "run",
            "-q",
            "--out",
            out.toString(),
            "--json",
            first.toString(),
            "--",
            jdk.java(),
            "-cp",
            Uncork.programs(),
            Mirror.class.getName(),
            "exit",
            "0")
        .run();
    Uncork.Outcome report =
        Uncork.command("report", "--json", again.toString(), out.toString()).run();
    assertThat(report.exitCode()).describedAs(report.err()).isZero();
    assertThat(report.out()).isNotBlank();
    ObjectMapper json = new ObjectMapper();
    JsonNode said = json.readTree(first.toFile());
    assertThat(json.readTree(again.toFile())).isEqualTo(said);
  }

  @Test
  void jsonCanGoToStandardOutputAlone() throws Exception {
    Path out = record(Jdk.of(17));
    Uncork.Outcome report = Uncork.command("report", "--json", "-", out.toString()).run();
    JsonNode json = new ObjectMapper().readTree(report.outBytes());
    assertThat(json.path("verdict").path("kind").asText()).isNotBlank();
    assertThat(json.path("locks").isArray()).isTrue();
  }

  @Test
  void progressOnTheOutputReachesTheReport() throws Exception {
    Path out = scratch.resolve("out.jfr");
    Jdk jdk = Jdk.of(17);
    Uncork.Running running =
        Uncork.command(
                "run",
                "-q",
                "--out",
                out.toString(),
                "--progress",
                "([\\d,]+) states",
                "--",
                jdk.java(),
                "-cp",
                Uncork.programs(),
                Mirror.class.getName(),
                "progress",
                "50")
            .keepInputOpen()
            .start();
    Await.until("the last count is recorded", this::lastCountIsRecorded);
    running.process().getOutputStream().close();
    Uncork.Outcome outcome = running.await();
    assertThat(outcome.out().lines()).hasSize(50).last().isEqualTo("at 50: 50,000 states");
    Uncork.Outcome print =
        Uncork.without(jdk.tool("jfr"), "print", "--events", "uncork.Progress", out.toString())
            .run();
    assertThat(print.out()).contains("50000").contains("output");
  }

  /** The agent reads the counts once a second, and JFR writes what it records as often. */
  private boolean lastCountIsRecorded() throws IOException {
    for (Path session : Uncork.leftovers(scratch)) {
      Path progress = session.resolve("progress");
      if (Files.exists(progress) && Files.readString(progress).endsWith(" 50000\n")) {
        long toldMillis = Files.getLastModifiedTime(progress).toMillis();
        return lastFlushMillis(session) > toldMillis + FLUSHES_MILLIS;
      }
    }
    return false;
  }

  private static long lastFlushMillis(Path session) throws IOException {
    long last = 0;
    try (Stream<Path> files = Files.walk(session, FileVisitOption.FOLLOW_LINKS)) {
      for (Path chunk : files.filter(file -> file.toString().endsWith(".jfr")).toList()) {
        last = Math.max(last, Files.getLastModifiedTime(chunk).toMillis());
      }
    }
    return last;
  }
}
