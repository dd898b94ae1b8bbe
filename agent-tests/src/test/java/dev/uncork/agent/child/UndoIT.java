package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kill switch: remedies end while the program runs, and so does nothing else. */
@DefaultTier
final class UndoIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void remediesEndOnRequest(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
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
