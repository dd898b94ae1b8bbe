package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.protocol.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The command that the user wants observed, and how the agent gets into it.
 *
 * <p>A plain {@code java} gets {@code -javaagent} as its first argument, so that nothing shows in
 * its output. Anything else, such as a script that starts java in the end, gets it by {@code
 * JAVA_TOOL_OPTIONS}, which every JVM below it reads and announces.
 */
public final class ObservedProgram {
  private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

  /**
   * Else compiled code knows its place at safepoints only: a sample in a monitor's enter or exit,
   * in a method inlined into a loop, would tell of the loop. Costs some memory beside compiled
   * code.
   */
  private static final List<String> EXACT_PLACES =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

  private static final Predicate<String> SECURITY_MANAGER =
      Pattern.compile("-Djava\\.security\\.manager(=(?!allow|disallow).*)?").asMatchPredicate();

  private final List<String> command;
  private final Optional<JavaHome> java;
  private final boolean plainJava;
  private final boolean asTyped;
  private final List<String> jvmOptions = new ArrayList<>();
  private List<String> launcher = List.of();

  private ObservedProgram(List<String> command, Optional<JavaHome> java, boolean asTyped) {
    this.command = command;
    this.asTyped = asTyped;
    this.java = java;
    this.plainJava = java.isPresent();
    if (plainJava) {
      jvmOptions.addAll(EXACT_PLACES);
    }
  }

  /** Finds the program and refuses a JVM that can't be observed, before anything is started. */
  public static ObservedProgram of(List<String> command) {
    return of(command, true);
  }

  /** The same for a command that isn't, word for word, the end of our own command line. */
  public static ObservedProgram edited(List<String> command) {
    if (RawArguments.damaged(command)) {
      throw new UserError(
          "the command has arguments that are not valid UTF-8, which can be passed on only"
              + " unchanged; run it without a plan");
    }
    return of(command, false);
  }

  private static ObservedProgram of(List<String> command, boolean asTyped) {
    Path executable = Executable.resolve(command.get(0), ChildEnvironment.view());
    Optional<JavaHome> java = JavaHome.ofLauncher(executable);
    java.ifPresent(JavaHome::requireObservable);
    return new ObservedProgram(command, java, asTyped);
  }

  /** The Java that it is, or empty when a script may start one. */
  public Optional<JavaHome> java() {
    return java;
  }

  /** Puts options before those of a plain {@code java}, else where every JVM below looks. */
  public void addJvmOptions(List<String> options) {
    jvmOptions.addAll(options);
  }

  /** Starts it by another program, which becomes it: {@code taskset -c 0-3}. */
  public void startBy(List<String> words) {
    launcher = List.copyOf(words);
  }

  /** The program and its arguments. */
  public List<String> command() {
    return List.copyOf(command);
  }

  /** The first word of the command. */
  public String name() {
    return command.get(0);
  }

  /**
   * Whether its java is told to start with a security manager. The agent then may write no file,
   * and has said on standard error why nothing is recorded.
   */
  public boolean isConfined() {
    return plainJava && command.stream().anyMatch(SECURITY_MANAGER);
  }

  /** Where the program's standard streams go. */
  public enum Streams {
    /** Where ours go. */
    OURS(false, false, false),
    /** Output and errors come to us, each by itself. */
    PIPED(true, true, false),
    /** Output comes to us. */
    OUT_PIPED(true, false, false),
    /** Errors come to us. */
    ERR_PIPED(false, true, false),
    /** Output and errors come to us as one, as they are for us. */
    JOINED(true, false, true),
    /** Output and errors come to us as one; there is nothing to read. */
    MERGED(true, false, true);

    private final boolean out;
    private final boolean err;
    private final boolean joined;

    Streams(boolean out, boolean err, boolean joined) {
      this.out = out;
      this.err = err;
      this.joined = joined;
    }

    /** Those of which the program can't tell that they come to us: all but terminals. */
    public static Streams unnoticed(boolean outIsTerminal, boolean errIsTerminal) {
      if (outIsTerminal || errIsTerminal) {
        return outIsTerminal ? errIsTerminal ? OURS : ERR_PIPED : OUT_PIPED;
      }
      try {
        Path out = Files.readSymbolicLink(Path.of("/proc/self/fd/1"));
        Path err = Files.readSymbolicLink(Path.of("/proc/self/fd/2"));
        return out.equals(err) ? JOINED : PIPED;
      } catch (IOException e) {
        return OURS; // One is closed, or there is no telling.
      }
    }
  }

  /**
   * Starts the program.
   *
   * @param scratch a directory for files that starting it needs
   */
  public Process start(
      Installation installation, AgentOptions options, Path scratch, Streams streams) {
    String agent = "-javaagent:" + installation.agentJar() + "=" + options.encoded();
    try {
      ProcessBuilder builder = new ProcessBuilder(arguments(agent, scratch)).inheritIO();
      if (streams.out) {
        builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
      }
      if (streams.err || streams.joined) {
        builder.redirectError(ProcessBuilder.Redirect.PIPE);
      }
      builder.redirectErrorStream(streams.joined);
      if (streams == Streams.MERGED) {
        builder.redirectInput(ProcessBuilder.Redirect.PIPE);
      }
      ChildEnvironment.restore(builder.environment());
      if (!plainJava) {
        jvmOptions.forEach(option -> addToolOption(builder.environment(), option));
        addToolOption(builder.environment(), agent);
      }
      Process process = builder.start();
      if (streams == Streams.MERGED) {
        process.getOutputStream().close();
      }
      return process;
    } catch (IOException e) {
      throw new UserError("the command " + name() + " can't be started: " + e.getMessage(), e);
    }
  }

  private List<String> arguments(String agent, Path scratch) throws IOException {
    String descriptors = System.getProperty("uncork.descriptors", "");
    if (RawArguments.damaged(command) || !descriptors.isEmpty()) {
      List<byte[]> raw =
          asTyped
              ? new ArrayList<>(RawArguments.last(command.size()))
              : new ArrayList<>(command.stream().map(RawArguments::encode).toList());
      if (plainJava) {
        raw.add(1, RawArguments.encode(agent));
        for (int i = jvmOptions.size() - 1; i >= 0; i--) {
          raw.add(1, RawArguments.encode(jvmOptions.get(i)));
        }
      }
      raw.addAll(0, launcher.stream().map(RawArguments::encode).toList());
      return Trampoline.command(raw, descriptors, scratch);
    }
    List<String> arguments = new ArrayList<>(command);
    if (plainJava) {
      arguments.add(1, agent);
      arguments.addAll(1, jvmOptions);
    }
    arguments.addAll(0, launcher);
    return arguments;
  }

  /** HotSpot splits the variable at white space outside quotes. */
  public static void addToolOption(Map<String, String> environment, String option) {
    String quoted = option.matches(".*[\\s'].*") ? '"' + option + '"' : option;
    environment.merge(TOOL_OPTIONS, quoted, (present, ours) -> present + " " + ours);
  }
}
