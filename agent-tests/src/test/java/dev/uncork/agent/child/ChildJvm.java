package dev.uncork.agent.child;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.uncork.testsupport.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A JVM that runs one of the test programs, and the session that observes it. */
final class ChildJvm {
  private static final long DEADLINE_SECONDS = 120;
  private static final long PAUSE_NANOS = 10_000_000;

  private final Jdk jdk;
  private final Path directory;
  private final Path lib;
  private final Path session;

  /**
   * Starts nothing yet.
   *
   * @param jdk to run on
   * @param directory an empty one for this test
   */
  ChildJvm(Jdk jdk, Path directory) throws IOException {
    this.jdk = jdk;
    this.directory = Files.createDirectories(directory);
    this.lib = Files.createDirectories(directory.resolve("lib"));
    this.session = directory.resolve("session");
    Path agent = Path.of(System.getProperty("uncork.agent.target"));
    Path library = Path.of(System.getProperty("uncork.collector.lib"));
    copy(agent, "uncork-agent.jar");
    copy(agent, "uncork-agent-core.jar");
    copy(Path.of(System.getProperty("uncork.boot.jar")).getParent(), "uncork-boot.jar");
    try (Stream<Path> platforms = Files.list(library)) {
      for (Path platform : platforms.toList()) {
        copy(library, platform.getFileName() + "/libuncork.so");
      }
    }
  }

  Path session() {
    return session;
  }

  /** The agent's options for a session. */
  String options(Path ofSession) {
    return "session=" + ofSession;
  }

  String agentJar() {
    return lib.resolve("uncork-agent.jar").toString();
  }

  /** Starts a program under the agent, with further agent options. */
  Process observed(String options, Class<?> program, String... arguments) throws IOException {
    return start(
        List.of("-Xverify:all", "-javaagent:" + agentJar() + "=" + options(session) + options),
        program,
        arguments);
  }

  /**
   * The same as users run it: the JVM doesn't verify its own classes, and forgets what it needs for
   * that.
   */
  Process unverified(Class<?> program) throws IOException {
    return start(List.of("-javaagent:" + agentJar() + "=" + options(session)), program);
  }

  /**
   * Runs a program under the agent until the session has ended, then ends its input, upon which it
   * ends too.
   *
   * @return what it wrote
   */
  String recorded(String options, Class<?> program, String... arguments) throws Exception {
    Process process = observed(options, program, arguments);
    await("the end of the session", this::sessionEnded);
    process.getOutputStream().close();
    return finish(process, 0);
  }

  /** Starts a program. */
  Process start(List<String> jvmOptions, Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(jdk.java());
    // Else a killed child leaves JFR's files in the machine's temporary directory.
    command.add("-XX:FlightRecorderOptions=repository=" + directory.resolve("jfr"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath(), program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output().toFile())
        .start();
  }

  /** The test programs, and the servers' libraries that some of them use. */
  private static String classPath() {
    Stream<String> libraries =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> path.endsWith(".jar"))
            .filter(path -> !Path.of(path).getFileName().toString().startsWith("uncork"));
    return Stream.concat(Stream.of(System.getProperty("uncork.test.classes")), libraries)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Attaches the agent to a program, or tells one that is there something. */
  void load(Process process, String options) throws Exception {
    VirtualMachine vm = VirtualMachine.attach(Long.toString(process.pid()));
    try {
      vm.loadAgent(agentJar(), options);
    } finally {
      vm.detach();
    }
  }

  /** Waits for the end, which it brings about when it's late, and gives back what was written. */
  String finish(Process process, int exitCode) throws Exception {
    boolean ended = process.waitFor(DEADLINE_SECONDS, SECONDS);
    process.destroyForcibly();
    String text = Files.readString(output());
    assertThat(ended).as("ended by itself; it wrote: %s", text).isTrue();
    assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
    return text;
  }

  Path output() {
    return directory.resolve("output");
  }

  /** The session's directory of the one JVM in it. */
  static Path only(Path session) throws IOException {
    try (Stream<Path> directories = Files.list(session).filter(Files::isDirectory)) {
      List<Path> all = directories.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  static String status(Path session) throws IOException {
    return Files.readString(only(session).resolve("status")).trim();
  }

  /** Whether its session has ended by itself, after the program told that it was ready. */
  boolean sessionEnded() throws IOException {
    return Files.readString(output()).contains("ready") && status(session).contains("stopped");
  }

  static List<RecordedEvent> events(Path session, String type) throws IOException {
    return RecordingFile.readAllEvents(only(session).resolve("recording.jfr")).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .toList();
  }

  /** Awaits a condition with a deadline. */
  static void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + SECONDS.toNanos(DEADLINE_SECONDS);
    while (!holdsNow(condition)) {
      assertThat(System.nanoTime() - deadline).as("waiting for " + what).isNegative();
      LockSupport.parkNanos(PAUSE_NANOS); // a core that is waited on is none for the child
    }
  }

  /** The agent may be between two steps, such as making a directory and writing into it. */
  private static boolean holdsNow(Condition condition) throws Exception {
    try {
      return condition.holds();
    } catch (AssertionError | NoSuchFileException e) {
      return false;
    }
  }

  /** Something to await. */
  interface Condition {
    boolean holds() throws Exception;
  }

  private void copy(Path from, String name) throws IOException {
    Path to = lib.resolve(name);
    Files.createDirectories(to.getParent());
    Files.copy(from.resolve(name), to);
  }
}
