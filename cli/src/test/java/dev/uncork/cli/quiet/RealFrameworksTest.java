package dev.uncork.cli.quiet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.testsupport.DefaultTier;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rewritten configurations in the frameworks that they are for: unmodified Logback and Log4j 2
 * in JVMs of their own, which end as programs do, without telling the log.
 */
@DefaultTier
class RealFrameworksTest {
  private static final int THREADS = 4;
  private static final int LINES = 5_000;

  /** Logs from several threads, and tells what wrote the file. */
  private static final String PROGRAM =
      """
      import %s;

      public class Program {
        public static void main(String[] args) throws Exception {
          Logger log = %s(Program.class);
          Thread[] threads = new Thread[%d];
          for (int t = 0; t < threads.length; t++) {
            int thread = t;
            threads[t] = new Thread(() -> {
              for (int i = 0; i < %d; i++) {
                log.info("thread {} line {}", thread, i);
              }
            }, "worker-" + t);
            threads[t].start();
          }
          for (Thread thread : threads) {
            thread.join();
          }
          Thread.getAllStackTraces().keySet().forEach(t -> System.out.println("live " + t.getName()));
        }
      }
      """;

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="file" class="ch.qos.logback.core.FileAppender">
          <file>${log.file}</file><encoder><pattern>%level %thread %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="file"/></root>
      </configuration>
      """;

  private static final String LOG4J =
      """
      <Configuration status="warn">
        <Appenders>
          <File name="file" fileName="${sys:log.file}">
            <PatternLayout pattern="%level %t %m%n"/>
          </File>
        </Appenders>
        <Loggers><Root level="info"><AppenderRef ref="file"/></Root></Loggers>
      </Configuration>
      """;

  @TempDir Path scratch;
  private final List<String> said = new ArrayList<>();

  private static List<Path> jars(String... names) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("target", "loggers"))) {
      for (Path jar : all.toList()) {
        if (Stream.of(names).anyMatch(jar.getFileName().toString()::startsWith)) {
          jars.add(jar.toAbsolutePath());
        }
      }
    }
    assertThat(jars).hasSize(names.length);
    return jars;
  }

  private String run(List<Path> classPath, String imported, String factory, Change change)
      throws Exception {
    return run(classPath, String.format(PROGRAM, imported, factory, THREADS, LINES), change);
  }

  /** Runs a program with a change; its output. */
  private String run(List<Path> classPath, String program, Change change) throws Exception {
    Path source = scratch.resolve("Program.java");
    Files.writeString(source, program);
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    change.jvmOptions().forEach(option -> words.add(option.replace("{plan}", scratch.toString())));
    words.add("-Dlog.file=" + scratch.resolve("it.log"));
    words.add("-cp");
    words.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    words.add(source.toString());
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private Lever lever(List<Path> classPath) {
    List<Lever> levers =
        new LogConfiguration(classPath, List.of(), scratch)
            .levers(Optional.empty(), false, said::add);
    assertThat(levers).as(said.toString()).hasSize(1);
    return levers.get(0);
  }

  private void everyLineIsThere() throws IOException {
    List<String> lines = Files.readAllLines(scratch.resolve("it.log"));
    assertThat(lines).hasSize(THREADS * LINES).doesNotHaveDuplicates();
    for (int thread = 0; thread < THREADS; thread++) {
      String start = "INFO worker-" + thread + " thread " + thread + " line ";
      assertThat(lines.stream().filter(line -> line.startsWith(start)).toList())
          .as("each thread's lines in their order")
          .startsWith(start + 0)
          .endsWith(start + (LINES - 1))
          .hasSize(LINES);
    }
  }

  @Test
  void logbackWritesFromItsOwnThreadAndLosesNothing() throws Exception {
    List<Path> classPath = new ArrayList<>(jars("logback-classic", "logback-core", "slf4j-api"));
    Files.writeString(scratch.resolve("logback.xml"), LOGBACK);
    classPath.add(scratch);
    Change change = lever(classPath).values().get(0);
    String output = run(classPath, "org.slf4j.Logger", "org.slf4j.LoggerFactory.getLogger", change);
    assertThat(output).contains("live AsyncAppender-Worker-UNCORK_ASYNC_file");
    assertThat(output).doesNotContain("ERROR").doesNotContain("WARN");
    everyLineIsThere();
  }

  @Test
  void log4jWritesFromItsOwnThreadAndLosesNothing() throws Exception {
    List<Path> classPath = new ArrayList<>(jars("log4j-api", "log4j-core"));
    Files.writeString(scratch.resolve("log4j2.xml"), LOG4J);
    classPath.add(scratch);
    Change change = lever(classPath).values().get(0);
    String output =
        run(
            classPath,
            "org.apache.logging.log4j.Logger",
            "org.apache.logging.log4j.LogManager.getLogger",
            change);
    assertThat(output)
        .containsPattern("live Log4j2-AsyncAppenderEventDispatcher-\\d+-UncorkAsync_file");
    assertThat(output).doesNotContain("ERROR").doesNotContain("WARN");
    everyLineIsThere();
  }

  @Test
  void javaUtilLoggingKeepsItsWarnings() throws Exception {
    Lever lever =
        new LogConfiguration(List.of(), List.of(), scratch)
            .levers(Optional.of(Path.of(System.getProperty("java.home"))), true, said::add)
            .get(0);
    String program =
        """
        public class Program {
          public static void main(String[] args) {
            java.util.logging.Logger log = java.util.logging.Logger.getLogger("it");
            log.info("a detail");
            log.warning("a warning");
          }
        }
        """;
    assertThat(run(List.of(scratch), program, lever.values().get(0)))
        .contains("WARNING: a warning")
        .doesNotContain("a detail");
  }
}
