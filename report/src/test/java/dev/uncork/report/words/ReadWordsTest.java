package dev.uncork.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.problem.Damage;
import dev.uncork.recording.problem.ReadProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each problem of a file has its line. */
class ReadWordsTest {
  private static final Path FILE = Path.of("a.jfr");

  @Test
  void filesThatCannotBeRead() {
    assertThat(
            ReadWords.lines(
                List.of(
                    new ReadProblem.Directory(FILE),
                    new ReadProblem.Empty(FILE),
                    new ReadProblem.Missing(FILE),
                    new ReadProblem.Denied(FILE),
                    new ReadProblem.Failed(FILE, "IOException: gone"),
                    new ReadProblem.NoEvents(FILE))))
        .containsExactly(
            "a.jfr is a directory; expected a JFR file.",
            "a.jfr is empty; the JVM may have died before it wrote anything. Record again.",
            "a.jfr doesn't exist; expected a recording (.jfr).",
            "a.jfr can't be read: permission denied.",
            "a.jfr can't be read: IOException: gone",
            "a.jfr holds no events; the recording was stopped before it began.");
  }

  @Test
  void filesOfWhichAPartIsRead() {
    assertThat(
            ReadWords.lines(
                List.of(
                    new ReadProblem.NoRecording(FILE, new Damage.NoJfrFile()),
                    new ReadProblem.DamagedAfter(FILE, new Damage.Cut(70, 5, 9), 1),
                    new ReadProblem.DamagedWithin(
                        FILE, new Damage.InChunk(Damage.Fault.EVENT, 90, 0), 12),
                    new ReadProblem.SenselessEvents(FILE, 3),
                    new ReadProblem.TooManySamples(1_000_002, 2))))
        .containsExactly(
            "a.jfr can't be read as a recording: it doesn't begin with the bytes of a JFR file"
                + " (FLR). Record again.",
            "a.jfr is damaged: the chunk at offset 70 is cut: 5 of 9 bytes are there. The 1 whole"
                + " chunk(s) before it were read; what came later is lost.",
            "a.jfr is damaged: an event of 0 bytes at byte 90 of a chunk. The 12 events that could be"
                + " read were.",
            "3 events of a.jfr made no sense and were left out.",
            "2 of 1000002 samples were left out; name a shorter range of time");
  }

  @Test
  void whatIsWrongWithTheBytes() {
    assertThat(
            Stream.of(
                    new Damage.NoChunk(70, 5),
                    new Damage.EndsInHeader(70),
                    new Damage.OtherVersion(0, 1),
                    new Damage.SenselessHeader(0),
                    new Damage.ParserFailed("IOException: bad"))
                .map(damage -> new ReadProblem.NoRecording(FILE, damage))
                .map(ReadWords::text))
        .containsExactly(
            "a.jfr can't be read as a recording: 5 bytes at offset 70 don't begin a chunk. Record"
                + " again.",
            "a.jfr can't be read as a recording: it ends within the header of the chunk at offset"
                + " 70. Record again.",
            "a.jfr can't be read as a recording: the chunk at offset 0 has JFR format version 1,"
                + " expected 2 (JDK 11 or newer). Record again.",
            "a.jfr can't be read as a recording: the header of the chunk at offset 0 makes no sense"
                + " or was never filled. Record again.",
            "a.jfr can't be read as a recording: IOException: bad. Record again.");
  }
}
