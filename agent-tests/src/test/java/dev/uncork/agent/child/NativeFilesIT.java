package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that wait for a file in native code of a library tell which. */
@DefaultTier
final class NativeFilesIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void tellTheFileForWhichTheyWait(Jdk jdk) throws Exception {
    // Not below /tmp, which may be in memory, where nothing is waited for.
    Path disk = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "native-files");
    assertThat(waits(jdk, AwaitedClass.FILE, disk.toString()))
        .isNotEmpty()
        .allSatisfy(
            event -> {
              assertThat(event.getString("threadName")).startsWith("writer-");
              assertThat(event.getString("peer")).startsWith(disk.toString());
            });
  }

  /** SQLite tries again after a pause, as long as another connection writes. */
  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void tellThatTheyPauseBetweenTwoAttempts(Jdk jdk) throws Exception {
    Path folder = Files.createDirectory(directory.resolve("shared"));
    assertThat(waits(jdk, AwaitedClass.PAUSE, folder.toString(), "shared"))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.getString("threadName")).startsWith("writer-"));
  }

  private List<RecordedEvent> waits(Jdk jdk, String awaited, String... arguments) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.observed(",for=6", NativeFilesProgram.class, arguments);
    ChildJvm.await("the end of the session", jvm::sessionEnded);
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    jvm.finish(process, 0);
    return ChildJvm.events(jvm.session(), "uncork.ThreadSample").stream()
        .filter(event -> event.getString("blockerClass").equals(awaited))
        .toList();
  }
}
