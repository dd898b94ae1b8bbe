package dev.uncork.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DestinationTest {
  @TempDir Path scratch;

  @Test
  void namesOneFilePlainlyAndSeveralByTheirTag() {
    Destination destination = Destination.check("--out", scratch.resolve("slow.jfr"));
    assertThat(destination.file("")).isEqualTo(scratch.resolve("slow.jfr"));
    assertThat(destination.file("4711")).isEqualTo(scratch.resolve("slow-4711.jfr"));
  }

  @Test
  void tagsANameWithoutExtension() {
    assertThat(Destination.check("--out", scratch.resolve("slow")).file("1"))
        .isEqualTo(scratch.resolve("slow-1"));
  }

  @Test
  void leavesAnExistingFileAlone() throws IOException {
    Path file = Files.writeString(scratch.resolve("old.jfr"), "old");
    Destination.check("--out", file);
    assertThat(file).hasContent("old");
    assertThat(scratch).isDirectoryNotContaining("glob:**.probe");
  }

  @Test
  void refusesADirectory() {
    assertThatThrownBy(() -> Destination.check("--out", scratch))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void refusesAMissingDirectory() {
    assertThatThrownBy(() -> Destination.check("--out", scratch.resolve("no/such/a.jfr")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void refusesADirectoryWhereNothingCanBeWritten() {
    assertThatThrownBy(() -> Destination.check("--out", Path.of("/proc/a.jfr")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("no file can be written");
  }
}
