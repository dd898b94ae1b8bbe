package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WrapTest {
  @Test
  void aCommandGoesOnAfterABackslash() {
    List<String> words = List.of("uncork", "run", "--", "java", "-jar", "'my app.jar'", "8");

    assertThat(Wrap.command(words, 24))
        .containsExactly("uncork run -- java \\", "-jar 'my app.jar' 8");
    assertThat(Wrap.command(words, 80)).containsExactly("uncork run -- java -jar 'my app.jar' 8");
  }

  @Test
  void aLongWordStaysWhole() {
    assertThat(Wrap.command(List.of("java", "-cp", "x".repeat(20), "Main"), 12))
        .containsExactly("java -cp \\", "x".repeat(20) + " \\", "Main");
  }
}
