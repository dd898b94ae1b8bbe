package dev.uncork.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.output.Destination;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SessionDirectoryTest {
  @TempDir Path scratch;

  private ObservedJvm jvm(SessionDirectory session, String name, String status) throws IOException {
    Path directory = session.directory().resolve(name);
    Files.createDirectories(directory.resolve("repository"));
    Files.writeString(directory.resolve("status"), status);
    return new ObservedJvm(name, directory, UnaryOperator.identity());
  }

  @Test
  void aRecordingGetsItsFinalName() throws IOException {
    Destination destination = Destination.check("--out", scratch.resolve("a.jfr"));
    try (SessionDirectory session = SessionDirectory.open(scratch)) {
      ObservedJvm jvm = jvm(session, "17", "the disk is nearly full\nstopped\n");
      Files.writeString(jvm.directory().resolve("recording.jfr"), "recorded");
      CollectedRecording collected = session.collect(destination, any -> false).get(0);
      assertThat(collected.file()).contains(scratch.resolve("a.jfr"));
      assertThat(collected.remarks()).containsExactly("the disk is nearly full");
    }
    assertThat(scratch.resolve("a.jfr")).hasContent("recorded");
    assertThat(scratch).isDirectoryNotContaining("glob:**.uncork-session-*");
  }

  @Test
  void severalJvmsGiveOneRecordingEach() throws IOException {
    Destination destination = Destination.check("--out", scratch.resolve("a.jfr"));
    try (SessionDirectory session = SessionDirectory.open(scratch)) {
      for (String name : List.of("17", "18", "17-1700000000000")) {
        ObservedJvm jvm = jvm(session, name, "stopped\n");
        Files.writeString(jvm.directory().resolve("recording.jfr"), name);
      }
      assertThat(session.collect(destination, any -> false)).hasSize(3);
    }
    assertThat(scratch.resolve("a-17.jfr")).hasContent("17");
    assertThat(scratch.resolve("a-18.jfr")).hasContent("18");
    assertThat(scratch.resolve("a-17-1700000000000.jfr")).hasContent("17-1700000000000");
  }

  @Test
  void aFailedAgentIsExplained() throws IOException {
    Destination destination = Destination.check("--out", scratch.resolve("a.jfr"));
    try (SessionDirectory session = SessionDirectory.open(scratch)) {
      jvm(session, "17", "failed: module jdk.jfr is missing here\n");
      CollectedRecording collected = session.collect(destination, any -> false).get(0);
      assertThat(collected.file()).isEmpty();
      assertThat(collected.remarks().get(0)).contains("module jdk.jfr is missing here");
    }
  }

  @Test
  void theRecordingOfAKilledJvmIsPutTogetherFromItsChunks() throws Exception {
    Destination destination = Destination.check("--out", scratch.resolve("killed.jfr"));
    try (SessionDirectory session = SessionDirectory.open(scratch)) {
      ObservedJvm jvm = jvm(session, "17", "running\n");
      Path link = jvm.directory().resolve("repository");
      Files.delete(link);
      int told = killRecordedChild(Files.createDirectory(scratch.resolve("jfr")), link);
      CollectedRecording collected = session.collect(destination, any -> false).get(0);
      assertThat(collected.remarks().get(0)).contains("put together");
      long read =
          RecordingFile.readAllEvents(collected.file().orElseThrow()).stream()
              .map(RecordedEvent::getEventType)
              .filter(type -> type.getName().equals("test.Tick"))
              .count();
      // JFR writes through once a second; the child lived for several.
      assertThat(read).isBetween(told / 3L, (long) told + 1);
    }
  }

  @Test
  void theRepositoryOfADeadJvmIsRemovedAndThatOfALivingOneStays() throws Exception {
    Destination destination = Destination.check("--out", scratch.resolve("a.jfr"));
    Path repository = Files.createDirectory(scratch.resolve("2026_11_21_08_57_34_17"));
    for (boolean alive : new boolean[] {true, false}) {
      try (SessionDirectory session = SessionDirectory.open(scratch)) {
        ObservedJvm jvm = jvm(session, "17", "stopped\n");
        Files.delete(jvm.directory().resolve("repository"));
        Files.createSymbolicLink(jvm.directory().resolve("repository"), repository);
        Files.writeString(jvm.directory().resolve("recording.jfr"), "recorded");
        session.collect(destination, any -> alive);
      }
      assertThat(Files.exists(repository)).isEqualTo(alive);
    }
  }

  @Test
  void theRepositoryOfAJvmThatWasKilledBeforeItCouldNameItIsRemovedToo() throws Exception {
    Destination destination = Destination.check("--out", scratch.resolve("a.jfr"));
    Path temporary = Files.createDirectory(scratch.resolve("tmp"));
    UnaryOperator<Path> view = file -> file.equals(Path.of("/tmp")) ? temporary : file;
    Path earlier = Files.createDirectory(temporary.resolve("2026_11_20_08_57_34_17"));
    Files.setLastModifiedTime(earlier, FileTime.fromMillis(0));
    try (SessionDirectory session = SessionDirectory.open(scratch, view)) {
      Files.createDirectory(session.directory().resolve("17"));
      Path own = Files.createDirectory(temporary.resolve("2026_11_21_08_57_34_17"));
      Path other = Files.createDirectory(temporary.resolve("2026_11_21_08_57_34_18"));
      CollectedRecording collected = session.collect(destination, any -> false).get(0);
      assertThat(collected.file()).isEmpty();
      assertThat(own).doesNotExist();
      assertThat(other).exists();
      assertThat(earlier).exists();
    }
  }

  /**
   * Kills a child that records, once it has ticked for some seconds; tells its last tick.
   *
   * @param link what points to its chunks, as the agent makes it
   */
  private static int killRecordedChild(Path repository, Path link)
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:FlightRecorderOptions=repository=" + repository,
                "-XX:StartFlightRecording=maxchunksize=1m,flush-interval=1s",
                "-Xlog:jfr+startup=off",
                "-cp",
                System.getProperty("java.class.path"),
                RecordedChild.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = child.inputReader(StandardCharsets.UTF_8)) {
      long startNanos = System.nanoTime();
      int last = 0;
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.matches("\\d+")) {
          last = Integer.parseInt(line);
          if (last == 0) {
            try (Stream<Path> places = Files.list(repository)) {
              Files.createSymbolicLink(link, places.findFirst().orElseThrow());
            }
          }
        }
        if (System.nanoTime() - startNanos > 5_000_000_000L && last > 100) {
          break;
        }
      }
      // Through its handle, which leaves the output to be read to its end.
      child.toHandle().destroyForcibly();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        last = line.matches("\\d+") ? Integer.parseInt(line) : last;
      }
      child.waitFor();
      return last;
    }
  }
}
