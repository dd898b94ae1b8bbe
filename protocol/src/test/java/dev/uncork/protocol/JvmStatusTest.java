package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmStatusTest {
  @TempDir Path directory;

  @Test
  void readsWhatItWrote() {
    for (SessionState state : SessionState.values()) {
      String failure = state == SessionState.FAILED ? "no library" : "";
      JvmStatus status =
          new JvmStatus(List.of("the disk is full", "two"), List.of("it escapes"), state, failure);
      assertThat(JvmStatus.of(status.text())).isEqualTo(status);
    }
  }

  @Test
  void writesOneLineForEachWarningAndRefusal() {
    JvmStatus status =
        new JvmStatus(List.of("a\nb"), List.of("e\nf"), SessionState.FAILED, "c\r\nd");
    assertThat(status.text()).isEqualTo("a b\nrefused: e f\nfailed: c  d\n");
  }

  @Test
  void lastLineDecides() {
    JvmStatus status = JvmStatus.of("one\nrunning\nfailed: this JVM is Java 8\n");
    assertThat(status.state()).isEqualTo(SessionState.FAILED);
    assertThat(status.failure()).isEqualTo("this JVM is Java 8");
    assertThat(status.warnings()).containsExactly("one");
  }

  @Test
  void knowsNothingWithoutAFile() throws IOException {
    Path file = new JvmFiles(directory).status();
    assertThat(JvmStatus.read(file).state()).isEqualTo(SessionState.SILENT);
    Files.writeString(file, "stopped\n");
    assertThat(JvmStatus.read(file).state()).isEqualTo(SessionState.STOPPED);
  }
}
