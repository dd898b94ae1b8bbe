package dev.uncork.recording.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompilerOptionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xint",
        "-XX:TieredStopAtLevel=0",
        "-XX:TieredStopAtLevel=1",
        "-XX:CompilationMode=quick-only",
        "-XX:+NeverActAsServerClassMachine"
      })
  void whatKeepsC2FromWorkingIsFound(String option) {
    assertThat(CompilerOptions.limiting("-Xmx2g " + option + " -ea")).isEqualTo(option);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-Xmx2g -Dlevel=-Xint",
        "-XX:TieredStopAtLevel=4",
        "-XX:-TieredCompilation",
        "-XX:CompilationMode=high-only"
      })
  void otherOptionsDont(String options) {
    assertThat(CompilerOptions.limiting(options)).isEmpty();
  }

  @Test
  void theLastOneCounts() {
    String stop = "-XX:TieredStopAtLevel=";
    assertThat(CompilerOptions.limiting(stop + "1 " + stop + "4")).isEmpty();
    assertThat(CompilerOptions.limiting(stop + "4 " + stop + "2")).isEqualTo(stop + "2");
    assertThat(CompilerOptions.limiting("-Xint -Xmixed")).isEmpty();
  }
}
