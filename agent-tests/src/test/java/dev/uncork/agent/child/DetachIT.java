package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** After a session the agent's classes are garbage: a JVM may be observed any number of times. */
@DefaultTier
final class DetachIT {
  private static final String LOADER = "dev.uncork.agent.entry.UncorkAgent$IsolatedLoader";

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void theAgentsClassLoaderIsCollected(int major) throws Exception {
    Jdk jdk = Jdk.of(major);
    ChildJvm jvm = new ChildJvm(jdk, directory);
    // Whatever the JDK's caches hold softly goes at every collection.
    Process process = jvm.start(List.of("-XX:SoftRefLRUPolicyMSPerMB=0"), ContendedProgram.class);
    try {
      ChildJvm.await("the program", () -> Files.readString(jvm.output()).contains("ready"));
      for (String session : List.of("first", "second")) {
        Path place = directory.resolve(session);
        jvm.load(process, "mode=attach," + jvm.options(place));
        assertThat(instances(jdk, process)).as("while it is observed").isEqualTo(1);
        jvm.load(process, "command=stop");
        assertThat(ChildJvm.status(place)).endsWith("stopped");
        try {
          ChildJvm.await("the loader to be collected", () -> instances(jdk, process) == 0);
        } catch (AssertionError e) {
          Path heap = Path.of("target", "detach-" + process.pid() + ".hprof").toAbsolutePath();
          String dumped = jcmd(jdk, process, "GC.heap_dump", heap.toString());
          throw new AssertionError(dumped + jcmd(jdk, process, "Thread.print"), e);
        }
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Class loaders of the agent that are alive after a full collection. */
  static int instances(Jdk jdk, Process process) throws Exception {
    return jcmd(jdk, process, "GC.class_histogram")
        .lines()
        .map(line -> line.strip().split("\\s+"))
        .filter(words -> words.length > 3 && words[3].equals(LOADER))
        .mapToInt(words -> Integer.parseInt(words[1]))
        .findFirst()
        .orElse(0);
  }

  private static String jcmd(Jdk jdk, Process process, String... command) throws Exception {
    List<String> words = new ArrayList<>(List.of(jdk.tool("jcmd"), "" + process.pid()));
    words.addAll(List.of(command));
    Process jcmd = new ProcessBuilder(words).redirectErrorStream(true).start();
    String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jcmd.waitFor()).as(text).isZero();
    return text;
  }
}
