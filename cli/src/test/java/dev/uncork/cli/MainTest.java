package dev.uncork.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MainTest {
  private final PrintStream standardError = System.err;
  private final PrintStream standardOutput = System.out;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void capture() {
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    System.setErr(standardError);
    System.setOut(standardOutput);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void suggestsTheOptionThatWasMeant() {
    assertThat(Main.run("run", "--jsn", "x", "--", "java")).isEqualTo(2);
    assertThat(errors()).contains("--jsn").contains("--json").contains("uncork run --help");
  }

  @Test
  void suggestsTheCommandThatWasMeant() {
    assertThat(Main.run("repotr", "x.jfr")).isEqualTo(2);
    assertThat(errors()).contains("report");
  }

  @Test
  void listsRunningJvmsWithoutACommand() {
    assertThat(Main.run()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("(?m)^ *" + ProcessHandle.current().pid() + " +\\d")
        .contains("uncork attach ")
        .contains("uncork top ")
        .contains("uncork --help");
    assertThat(errors()).isEmpty();
  }

  @Test
  void refusesAProcessIdThatIsNone() {
    assertThat(Main.run("attach", "seventeen")).isEqualTo(2);
    assertThat(errors())
        .isEqualTo(
            "uncork: 'seventeen' is not a process id; expected a positive number; type uncork to"
                + " list the JVMs that run here\n");
  }

  @Test
  void refusesALengthThatIsNone() {
    assertThat(Main.run("attach", "17", "--for", "soon")).isEqualTo(2);
    assertThat(errors()).contains("'soon' is not a length of time").contains("30s");
  }

  @Test
  void showsAStackTraceOnlyWhenAsked() {
    Main.run("attach", "seventeen");
    assertThat(errors()).doesNotContain("\tat ");
    Main.run("attach", "--verbose", "seventeen");
    assertThat(errors()).contains("\tat ");
  }

  @Test
  void helpShowsExamples() {
    assertThat(Main.run("--help")).isZero();
    assertThat(Main.run("run", "--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("uncork run -- java -jar app.jar")
        .contains("--progress 'states/sec: (\\d+)'");
  }
}
