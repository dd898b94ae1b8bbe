package dev.uncork.report.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.file.EventLogs;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.file.ReadLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a log has its line; a log without fault has none. */
class EventLogWordsTest {
  private static final String START =
      "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"a\",\"App ID\":\"app-1\",\"Timestamp\":1700000000000}\n";
  private static final String END =
      "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":1700000009000}\n";

  @TempDir Path dir;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = dir.resolve("app-1");
  }

  @Test
  void aWholeLogNeedsNoWords() throws IOException {
    ReadLog log = read(START + END);

    assertThat(EventLogWords.lines(log)).isEmpty();
    assertThat(EventLogWords.notes(log)).isEmpty();
  }

  @Test
  void aLogThatJustEndsIsIncomplete() throws IOException {
    ReadLog log = read(START + "{\"Event\":\"SparkListenerAppl");

    assertThat(EventLogWords.lines(log))
        .containsExactly(
            file
                + " is incomplete: the application was killed, or the log was cut. The report covers"
                + " the time until its last event.");
    assertThat(EventLogWords.notes(log)).containsExactly("incomplete");
  }

  @Test
  void oneInProgressMayStillBeWritten() throws IOException {
    file = dir.resolve("app-1.inprogress");

    ReadLog log = read(START);

    assertThat(EventLogWords.lines(log))
        .singleElement()
        .asString()
        .contains("the application still runs or was killed");
    assertThat(EventLogWords.notes(log)).containsExactly("still running or killed");
  }

  @Test
  void damageIsCounted() throws IOException {
    ReadLog log =
        read(START + "nonsense\n" + "{\"Event\":\"com.example.Audit\"}\n".repeat(2) + END);

    assertThat(EventLogWords.lines(log))
        .containsExactly(
            file + ": 1 of 5 lines are damaged and were left out.",
            file
                + ": 2 events are of a kind that Spark 3.3 to 4.3 don't have (com.example.Audit);"
                + " they are ignored.");
    assertThat(EventLogWords.notes(log)).containsExactly("damaged lines");
  }

  @Test
  void partsThatAreMissingAreNamed() throws IOException {
    Path rolled = Files.createDirectory(dir.resolve("eventlog_v2_app-1"));
    Files.writeString(rolled.resolve("events_1_app-1"), START);
    Files.writeString(rolled.resolve("events_4_app-1"), END);

    ReadLog log = LogReader.read(EventLogs.at(rolled).orElseThrow());

    assertThat(EventLogWords.lines(log))
        .containsExactly(rolled + " lacks parts 2, 3; what was in there is left out.");
    assertThat(EventLogWords.notes(log)).containsExactly("read in part");
  }

  private ReadLog read(String text) throws IOException {
    Files.writeString(file, text);
    return LogReader.read(EventLogs.at(file).orElseThrow());
  }
}
