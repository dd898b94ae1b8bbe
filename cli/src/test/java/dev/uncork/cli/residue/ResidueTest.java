package dev.uncork.cli.residue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sessions that were left become, and which are left alone. */
class ResidueTest {
  /** Greater than the kernel gives to any process. */
  private static final long NO_PID = 4_194_305;

  private static final String DATED = "uncork-" + NO_PID + "-\\d{8}T\\d{6}Z(-\\d)?\\.jfr";

  @TempDir Path scratch;

  /** A session whose command line is gone. */
  private Path left(String name) throws IOException {
    Path session = Files.createDirectory(scratch.resolve(".uncork-session-" + name));
    Presence.hold(session.resolve("owner.lock")).close();
    return session;
  }

  private static Path jvm(Path session, long pid, String status) throws IOException {
    Path jvm = Files.createDirectories(session.resolve(Long.toString(pid)));
    Files.writeString(jvm.resolve("status"), status);
    return jvm;
  }

  private static void recorded(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (Recording recording = new Recording()) {
      recording.start();
      recording.stop();
      recording.dump(file);
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatWasRecordedBecomesARecordingOfItsOwnName() throws IOException {
    for (String name : List.of("1", "2")) {
      recorded(jvm(left(name), NO_PID, "stopped\n").resolve("recording.jfr"));
    }
    List<String> remarks = Residue.clear(scratch);
    assertThat(files()).hasSize(2).allMatch(name -> name.matches(DATED));
    assertThat(remarks).singleElement().asString().contains(files());
  }

  @Test
  void finishedRecordingsOfAContinuousSessionAreTakenToo() throws IOException {
    Path jvm = jvm(left("1"), NO_PID, "stopped\n");
    recorded(jvm.resolve("ring/1.jfr"));
    recorded(jvm.resolve("recording.jfr"));
    Residue.clear(scratch);
    assertThat(files()).hasSize(2).allMatch(name -> name.matches(DATED));
  }

  @Test
  void aSessionThatHoldsNothingGoes() throws IOException {
    left("1");
    jvm(left("2"), NO_PID, "failed: this JVM is too old\n");
    assertThat(Residue.clear(scratch)).singleElement().asString().contains("2 sessions");
    assertThat(files()).isEmpty();
  }

  @Test
  void aSessionWhoseCommandLineLivesStaysUnsaid() throws IOException {
    try (SessionDirectory living = SessionDirectory.open(scratch)) {
      recorded(jvm(living.directory(), NO_PID, "stopped\n").resolve("recording.jfr"));
      assertThat(Residue.clear(scratch)).isEmpty();
      assertThat(living.jvms()).hasSize(1);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aSessionWhoseAgentIsAtWorkStaysAndIsNamed() throws IOException {
    Path session = left("1");
    Path jvm = jvm(session, 4711, "running\n");
    try (Presence agent = Presence.hold(jvm.resolve("agent.lock"))) {
      assertThat(Residue.clear(scratch))
          .singleElement()
          .asString()
          .contains("process 4711", session.toString());
    }
    assertThat(jvm).exists();
    recorded(jvm.resolve("recording.jfr"));
    Residue.clear(scratch);
    assertThat(session).doesNotExist();
    assertThat(files()).hasSize(1);
  }

  @Test
  void aSessionOfAProcessThatStillRunsStays() throws Exception {
    Path session = left("1");
    Process script =
        new ProcessBuilder("sh", "-c", "read -r _", session.getFileName().toString()).start();
    try {
      assertThat(Residue.clear(scratch)).singleElement().asString().contains("still runs");
      assertThat(session).exists();
    } finally {
      script.destroyForcibly().waitFor();
    }
    Residue.clear(scratch);
    assertThat(session).doesNotExist();
  }

  @Test
  void anotherUsersSessionIsNotTouched() throws IOException {
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "gives a file away");
    Path session = left("1");
    Files.setAttribute(session, "unix:uid", 65534);
    assertThat(Residue.clear(scratch)).isEmpty();
    assertThat(session).exists();
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = Files.createDirectory(scratch.resolve("elsewhere"));
    Presence.hold(elsewhere.resolve("owner.lock")).close();
    Files.createSymbolicLink(scratch.resolve(".uncork-session-1"), elsewhere);
    assertThat(Residue.clear(scratch)).isEmpty();
    assertThat(elsewhere.resolve("owner.lock")).exists();
  }

  @Test
  void withoutLocksTheLastRecordingOfADeadSessionIsTakenAndTheSessionGoes() throws IOException {
    Path unlocked = Files.createDirectory(scratch.resolve(".uncork-session-1"));
    recorded(jvm(unlocked, NO_PID, "stopped\n").resolve("recording.jfr"));
    Path unknown = Files.createDirectory(scratch.resolve(".uncork-session-2"));
    Residue.clear(scratch);
    assertThat(unlocked).doesNotExist();
    assertThat(unknown).exists();
    assertThat(files()).hasSize(2);
  }
}
