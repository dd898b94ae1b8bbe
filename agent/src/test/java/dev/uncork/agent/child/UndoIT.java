package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kill switch: remedies end while the program runs, and so does nothing else. */
@DefaultTier
final class UndoIT {
  @TempDir Path directory = Path.of("");

  static Stream<Path> jdks() throws Exception {
    return Jdks.homes().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void remediesEndOnRequest(Path home) throws Exception {
    ChildJvm jvm = new ChildJvm(home, directory);
    Process process = jvm.observed(",counter=%2A", ContendedProgram.class);
    try {
      ChildJvm.await("the program", () -> Files.readString(jvm.output()).contains("ready"));
      Files.createFile(jvm.session().resolve("remedies-off"));
      Path answer = jvm.session().resolve("remedies-off.done");
      ChildJvm.await("the answer", () -> Files.exists(answer));
      assertThat(answer).content().contains("counter: ").contains("switched off");
      assertThat(process.isAlive()).isTrue();
      assertThat(ChildJvm.status(jvm.session())).endsWith("running");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
