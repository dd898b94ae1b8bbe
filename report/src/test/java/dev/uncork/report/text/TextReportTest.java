package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.recording.Recording;
import dev.uncork.report.MadeUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Golden texts of the terminal report.
 *
 * <p>After an intended change run {@code ./test TextReportTest -Duncork.golden=write} and read the
 * difference.
 */
class TextReportTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @Test
  void hotLockOnAPlainTerminal() throws IOException {
    expectGolden("hot-lock-plain", MadeUp.hotLock(), TextReport.Options.plain());
  }

  @Test
  void hotLockWithColorsAndBlocks() throws IOException {
    expectGolden("hot-lock-color", MadeUp.hotLock(), new TextReport.Options(80, true, true));
  }

  @Test
  void serialEndPhase() throws IOException {
    expectGolden("serial-end", MadeUp.serialEnd(), new TextReport.Options(80, false, true));
  }

  @Test
  void healthyProgram() throws IOException {
    expectGolden("healthy", MadeUp.healthy(), new TextReport.Options(80, false, true));
  }

  @Test
  void recordingOfAnotherTool() throws IOException {
    expectGolden("foreign", MadeUp.foreign(), TextReport.Options.plain());
  }

  @Test
  void keepsToItsWidthAndPlainToAscii() throws IOException {
    for (Recording recording :
        List.of(MadeUp.hotLock(), MadeUp.serialEnd(), MadeUp.healthy(), MadeUp.foreign())) {
      for (int width : new int[] {72, 80, 100, 160}) {
        String text = render(recording, new TextReport.Options(width, false, false));
        assertThat(text.lines()).allMatch(line -> line.length() <= width, "within " + width);
        assertThat(text).matches("\\A[\\x20-\\x7e\\n]*\\z");
        String blocks = render(recording, new TextReport.Options(width, false, true));
        assertThat(blocks.lines()).allMatch(line -> line.length() <= width, "within " + width);
        assertThat(blocks).doesNotContain("\u001b");
      }
    }
  }

  @Test
  void theVerdictComesFirstAndAllFitsOneScreen() throws IOException {
    List<String> lines = render(MadeUp.hotLock(), TextReport.Options.plain()).lines().toList();

    assertThat(lines.get(0)).contains("ModelChecker.incGenStates");
    assertThat(lines.size()).isLessThanOrEqualTo(24);
  }

  private static void expectGolden(String name, Recording recording, TextReport.Options options)
      throws IOException {
    Path file = GOLDEN.resolve(name + ".txt");
    String text = render(recording, options);
    if ("write".equals(System.getProperty("uncork.golden"))) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private static String render(Recording recording, TextReport.Options options) throws IOException {
    StringBuilder out = new StringBuilder();
    new TextReport(options).render(Diagnosis.of(recording), out);
    return out.toString();
  }
}
