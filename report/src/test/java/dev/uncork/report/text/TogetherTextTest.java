package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.report.MadeUp;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TogetherTextTest {
  private static String text(int jvms) {
    Diagnosis diagnosis = Diagnosis.of(MadeUp.hotLock());
    TogetherText together = new TogetherText(80);
    for (int i = 0; i < jvms; i++) {
      together.add("executor-" + i, diagnosis);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    together.render(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void sumsUpTheLocksOfAllJvms() {
    assertThat(text(3))
        .contains("Together  3 JVMs used ")
        .contains(" of 6 cores")
        .containsPattern("tlc\\.tool\\.ModelChecker +356,262 +38 +18,323,589 +3\n")
        .contains("\n  at tlc.tool.ModelChecker.incGenStates(");
    assertThat(text(3).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void oneJvmNeedsNoSum() {
    assertThat(text(1)).isEmpty();
  }
}
