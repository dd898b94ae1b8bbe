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
          new JvmStatus(
              List.of("the disk is full", "two"),
              List.of("it escapes"),
              List.of(
                  new Deadlock(
                      List.of(
                          new Deadlock.Member(
                              "teller 1", "com.acme.Account", "b", List.of("a.B.c(B.java:1)", "d")),
                          new Deadlock.Member("b", "com.acme.Account", "teller 1", List.of()))),
                  new Deadlock(List.of(new Deadlock.Member("", "X", "", List.of("e"))))),
              state,
              failure);
      assertThat(JvmStatus.of(status.text())).isEqualTo(status);
    }
  }

  @Test
  void writesOneLineForEach() {
    JvmStatus status =
        new JvmStatus(
            List.of("a\nb"),
            List.of("e\nf"),
            List.of(new Deadlock(List.of(new Deadlock.Member("g\th", "I", "j\nk", List.of())))),
            SessionState.FAILED,
            "c\r\nd");
    assertThat(status.text())
        .isEqualTo("a b\nrefused: e f\ndeadlock 1: g h\tI\tj k\nfailed: c  d\n");
  }

  @Test
  void keepsMembersWhoseLastFieldsAreEmpty() {
    JvmStatus status = JvmStatus.of("deadlock 1: a\tL\t\nrunning\n");
    assertThat(status.deadlocks().get(0).threads())
        .containsExactly(new Deadlock.Member("a", "L", "", List.of()));
    assertThat(status.warnings()).isEmpty();
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
