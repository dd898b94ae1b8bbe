package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who lives is seen as living, and nobody else. */
@DefaultTier
@Timeout(60)
class PresenceTest {
  @TempDir Path directory;

  private static Process java(Class<?> program, Path file) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Process held(Path file) throws IOException {
    Process holder = java(Holder.class, file);
    BufferedReader output = holder.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).isEqualTo("held");
    return holder;
  }

  @Test
  void aKilledProcessLetsItGoToOneOther() throws Exception {
    Path file = directory.resolve("held");
    Process holder = held(file);
    try {
      assertThat(Presence.of(file)).isEqualTo(Presence.Sign.HELD);
      assertThat(Presence.inherit(file)).isEmpty();
      assertThat(Presence.of(file)).isEqualTo(Presence.Sign.HELD);
    } finally {
      holder.destroyForcibly().waitFor();
    }
    assertThat(Presence.of(file)).isEqualTo(Presence.Sign.FREE);
    try (Presence heir = Presence.inherit(file).orElseThrow()) {
      assertThat(Presence.inherit(file)).isEmpty();
    }
    assertThat(Presence.of(file)).isEqualTo(Presence.Sign.FREE);
  }

  @Test
  void whoHoldsItAndLooksHoldsItStill() throws Exception {
    Path file = directory.resolve("held");
    Path alias = Files.createSymbolicLink(directory.resolve("alias"), directory);
    try (Presence held = Presence.hold(file)) {
      assertThat(Presence.of(alias.resolve("held"))).isEqualTo(Presence.Sign.HELD);
      assertThat(seenByAnother(file)).isEqualTo("HELD");
    }
    assertThat(seenByAnother(file)).isEqualTo("FREE");
  }

  private static String seenByAnother(Path file) throws Exception {
    Process looker = java(Looker.class, file);
    try (BufferedReader output = looker.inputReader(StandardCharsets.UTF_8)) {
      return String.valueOf(output.readLine());
    }
  }

  @Test
  void aFileThatIsNotThereTellsNothing() throws Exception {
    Path file = directory.resolve("none");
    assertThat(Presence.of(file)).isEqualTo(Presence.Sign.UNKNOWN);
    assertThat(Presence.inherit(file)).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void aLinkTellsNothing() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("file"));
    Files.createFile(directory.resolve("file"));
    assertThat(Presence.of(link)).isEqualTo(Presence.Sign.UNKNOWN);
  }
}
