package dev.uncork.sparkledger.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.log.EventLines;
import dev.uncork.sparkledger.model.Application;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LogReaderTest {
  static final List<String> CODECS = SampleLog.CODECS;

  @TempDir Path dir;

  @ParameterizedTest
  @FieldSource("CODECS")
  void readsWhatSparkWrites(String codec) throws IOException {
    Path file = SampleLog.write(dir.resolve("app-1"), codec, SampleLog.lines(2_000));

    ReadLog log = read(file);

    assertThat(log.breaks()).isEmpty();
    assertThat(log.faults().damaged()).isZero();
    Application application = log.application().orElseThrow();
    assertThat(application.complete()).isTrue();
    assertThat(application.stages().get(0).tasks()).hasSize(2_000);
    assertThat(application.queries().get(0).plan().orElseThrow().metrics())
        .containsEntry("rows", 20_000L);
  }

  @ParameterizedTest
  @FieldSource("CODECS")
  void theLogOfAKilledApplicationIsReadAsFarAsItGoes(String codec) throws IOException {
    byte[] whole =
        Files.readAllBytes(SampleLog.write(dir.resolve("a"), codec, SampleLog.lines(2_000)));
    Path file = dir.resolve("app-1.inprogress");
    Files.write(file, Arrays.copyOf(whole, whole.length * 2 / 3));

    LogFiles files = EventLogs.at(file).orElseThrow();
    ReadLog log = LogReader.read(files);

    assertThat(files.inProgress()).isTrue();
    Application application = log.application().orElseThrow();
    assertThat(application.complete()).isFalse();
    assertThat(application.stages().get(0).tasks()).hasSizeBetween(600, 1_999);
    assertThat(log.breaks()).hasSize(1).allMatch(ReadLog.Break::cut);
  }

  @Test
  void aRolledLogIsReadInTheOrderOfItsParts() throws IOException {
    Path log = Files.createDirectory(dir.resolve("eventlog_v2_app-1"));
    List<String> lines = SampleLog.lines(30);
    Files.createFile(log.resolve("appstatus_app-1"));
    for (int part = 1; part <= 12; part++) {
      int from = (part - 1) * lines.size() / 12;
      SampleLog.write(
          log.resolve("events_" + part + "_app-1.zstd"),
          "zstd",
          lines.subList(from, part * lines.size() / 12));
    }

    ReadLog read = read(log);

    assertThat(read.files().missing()).isEmpty();
    assertThat(read.files().inProgress()).isFalse();
    assertThat(read.application().orElseThrow().complete()).isTrue();
    assertThat(read.application().orElseThrow().stages().get(0).tasks()).hasSize(30);
  }

  @Test
  void aCompactedPartTakesThePlaceOfThoseBefore() throws IOException {
    Path log = Files.createDirectory(dir.resolve("eventlog_v2_app-1"));
    Files.createFile(log.resolve("appstatus_app-1.inprogress"));
    List<String> lines = SampleLog.lines(5);
    SampleLog.write(log.resolve("events_2_app-1"), "none", lines);
    SampleLog.write(log.resolve("events_2_app-1.compact"), "none", lines.subList(0, 9));
    SampleLog.write(log.resolve("events_3_app-1"), "none", lines.subList(9, 11));
    SampleLog.write(log.resolve("events_5_app-1"), "none", lines.subList(11, 12));

    ReadLog read = read(log);

    assertThat(read.files().compacted()).isTrue();
    assertThat(read.files().inProgress()).isTrue();
    assertThat(read.files().missing()).containsExactly(4);
    assertThat(read.application().orElseThrow().stages().get(0).tasks()).hasSize(3);
  }

  @Test
  void aLineLongerThanMemoryIsPassedOver() throws IOException {
    Path file = dir.resolve("app-1");
    List<String> lines = SampleLog.lines(3);
    lines.add(5, "x".repeat(40 << 20));
    SampleLog.write(file, "zstd", lines);

    ReadLog read = read(file);

    assertThat(read.tooLong()).isEqualTo(1);
    assertThat(read.faults().damaged()).isZero();
    assertThat(read.application().orElseThrow().complete()).isTrue();
  }

  @Test
  void aLongPlanIsNoHindrance() throws IOException {
    Path file = dir.resolve("app-1");
    List<String> lines = SampleLog.lines(3);
    lines.add(
        5,
        EventLines.queryStart(1, "{}", 60).replace("\"long\"", "\"" + "x".repeat(20 << 20) + "\""));
    SampleLog.write(file, "none", lines);

    ReadLog read = read(file);

    assertThat(read.tooLong()).isZero();
    assertThat(read.faults().damaged()).isZero();
    assertThat(read.application().orElseThrow().queries()).hasSize(2);
  }

  private static ReadLog read(Path path) {
    return LogReader.read(EventLogs.at(path).orElseThrow());
  }
}
