package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.Presence;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a session can end leaves a recording and a state that says so. */
@DefaultTier
final class SessionEndsIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void killedJvmLeavesItsFlushedChunks(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.observed("", ContendedProgram.class);
    try {
      ChildJvm.await("a flushed chunk", () -> flushed(jvm.session()) > 0);
      Path status = ChildJvm.only(jvm.session()).resolve("status");
      ChildJvm.await("the status", () -> Files.exists(status));
      for (int flush = 0; flush < 2; flush++) { // One may have begun before the first event.
        long sizeBytes = flushed(jvm.session());
        ChildJvm.await("the next flush", () -> flushed(jvm.session()) > sizeBytes);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(ChildJvm.status(jvm.session())).isEqualTo("running");
    byte[] bytes = Files.readAllBytes(chunk(jvm.session()).orElseThrow());
    bytes[64] = 0; // As the command line does it: no longer in progress.
    int size = (int) flushed(jvm.session());
    Path repaired = Files.write(directory.resolve("repaired.jfr"), Arrays.copyOf(bytes, size));
    assertThat(RecordingFile.readAllEvents(repaired))
        .anyMatch(event -> event.getEventType().getName().equals("uncork.CollectorInfo"));
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void attachesDetachesAndAttachesAgain(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.start(List.of("-Xverify:all"), ContendedProgram.class);
    try {
      // Attaching to a JVM that still starts fails inside the JDK.
      ChildJvm.await("the program", () -> Files.readString(jvm.output()).contains("ready"));
      Path first = directory.resolve("first");
      Path refused = directory.resolve("refused");
      Path second = directory.resolve("second");
      jvm.load(process, "mode=attach," + jvm.options(first));
      jvm.load(process, "mode=attach," + jvm.options(refused));
      assertThat(ChildJvm.status(refused)).startsWith("failed: this JVM is already observed");
      jvm.load(process, "command=stop");
      assertThat(ChildJvm.status(first)).isEqualTo("stopped");
      jvm.load(process, "mode=attach,for=1.5," + jvm.options(second));
      ChildJvm.await("the end", () -> ChildJvm.status(second).equals("stopped"));
      assertThat(ChildJvm.events(second, "uncork.ContendedLock"))
          .anyMatch(event -> event.getString("kind").equals("monitor"))
          .anyMatch(event -> event.getString("kind").equals("juc"));
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(jvm.output())).doesNotContain("Exception");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void whoIsRefusedKnowsTheSessionAndOnlyThatCanBeStopped(int major) throws Exception {
    ChildJvm jvm = new ChildJvm(Jdk.of(major), directory);
    Process process = jvm.start(List.of(), ContendedProgram.class);
    try {
      ChildJvm.await("the program", () -> Files.readString(jvm.output()).contains("ready"));
      Path session = directory.resolve("session");
      Path refused = directory.resolve("refused");
      jvm.load(process, "mode=attach," + jvm.options(session));
      Path held = new JvmFiles(ChildJvm.only(session)).agent();
      assertThat(Presence.of(held)).isEqualTo(Presence.Sign.HELD);
      jvm.load(process, "mode=attach," + jvm.options(refused));
      assertThat(new JvmFiles(ChildJvm.only(refused)).rival()).hasContent(session.toString());
      jvm.load(process, "command=stop," + jvm.options(refused));
      assertThat(ChildJvm.status(session)).isEqualTo("running");
      jvm.load(process, "command=stop," + jvm.options(session));
      assertThat(ChildJvm.status(session)).isEqualTo("stopped");
      assertThat(Presence.of(held)).isEqualTo(Presence.Sign.FREE);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void whoReadsOfTheEndCanAttachAtOnce(int major) throws Exception {
    ChildJvm jvm = new ChildJvm(Jdk.of(major), directory);
    Process process = jvm.start(List.of(), ContendedProgram.class);
    try {
      ChildJvm.await("the program", () -> Files.readString(jvm.output()).contains("ready"));
      for (int i = 0; i < 10; i++) {
        Path session = directory.resolve("session" + i);
        jvm.load(process, "mode=attach,for=0.05," + jvm.options(session));
        ChildJvm.await("the end of " + i, () -> !ChildJvm.status(session).equals("running"));
        assertThat(ChildJvm.status(session)).as("session %d", i).isEqualTo("stopped");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void endsBeforeTheDiskIsFull(int major) throws Exception {
    ChildJvm jvm = new ChildJvm(Jdk.of(major), directory);
    Process process = jvm.observed(",minFree=1e18", ContendedProgram.class);
    try {
      ChildJvm.await("the end", () -> ended(jvm.session()));
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.getOutputStream().close();
    }
    jvm.finish(process, 0);
    assertThat(ChildJvm.status(jvm.session()))
        .startsWith("the recording ended early")
        .endsWith("\nstopped");
    assertThat(ChildJvm.events(jvm.session(), "uncork.CollectorInfo")).hasSize(1);
  }

  private static boolean ended(Path session) throws Exception {
    return Files.isDirectory(session)
        && Files.exists(ChildJvm.only(session).resolve("status"))
        && ChildJvm.status(session).endsWith("stopped");
  }

  private static Optional<Path> chunk(Path session) throws Exception {
    Path repository = ChildJvm.only(session).resolve("repository").toRealPath();
    try (Stream<Path> chunks = Files.list(repository)) {
      return chunks.filter(file -> file.toString().endsWith(".jfr")).findFirst();
    }
  }

  /** Size that the header of the first chunk vouches for; 0 while there is none. */
  private static long flushed(Path session) throws Exception {
    if (!Files.isDirectory(session)
        || !Files.isDirectory(ChildJvm.only(session).resolve("repository"))) {
      return 0;
    }
    Optional<Path> chunk = chunk(session);
    if (chunk.isEmpty()) {
      return 0;
    }
    byte[] bytes = Files.readAllBytes(chunk.get());
    ByteBuffer header = ByteBuffer.wrap(bytes);
    return bytes.length < 68 || header.getLong(24) == 0 ? 0 : header.getLong(8);
  }
}
