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
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.observed(",for=6", NativeFilesProgram.class, disk.toString());
    ChildJvm.await("the end of the session", jvm::sessionEnded);
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    jvm.finish(process, 0);

    List<RecordedEvent> waits =
        ChildJvm.events(jvm.session(), "uncork.ThreadSample").stream()
            .filter(event -> event.getString("blockerClass").equals(AwaitedClass.FILE))
            .toList();
    assertThat(waits)
        .isNotEmpty()
        .allSatisfy(
            event -> {
              assertThat(event.getString("threadName")).startsWith("writer-");
              assertThat(event.getString("peer")).startsWith(disk.toString());
            });
  }
}
