package dev.uncork.agent.jvm;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Has HotSpot leave the code that runs for the agent alone to its quick compiler, C1. What runs ten
 * times a second becomes hot enough for C2 within the first half minute, as does the code by which
 * JFR describes its events; C2 takes longer for it than it would ever save.
 *
 * <p>What the program may run too, is left out: what compiled code of the program inlines must be
 * compiled as ever.
 *
 * <p>Told by what {@code jcmd PID Compiler.directives_add} tells, in this process, so that nothing
 * shows. A JVM that hasn't got it compiles as it likes.
 */
public final class QuickCompiler {
  static final String DIRECTIVES =
      """
      [{
        match: [
          "dev/uncork/agent/observe/*.*",
          "dev/uncork/agent/session/*.*",
          "jdk/jfr/internal/MetadataWriter.*",
          "jdk/jfr/internal/MetadataDescriptor*.*",
          "jdk/jfr/internal/EventInstrumentation*.*"
        ],
        c2: { Exclude: true }
      }]
      """;

  private static final String OURS = "dev/uncork/agent/session/*.*";

  private static final String PLATFORM = "com.sun.management.internal";
  private static final String MANAGEMENT = "sun.management";

  private final Object commands;
  private final Method execute;

  private QuickCompiler(Object commands, Method execute) {
    this.commands = commands;
    this.execute = execute;
  }

  /**
   * Asks for it, on any thread.
   *
   * @param scratch a file for a moment
   */
  public static void use(Instrumentation instrumentation, Path scratch) {
    try {
      QuickCompiler compiler = of(instrumentation);
      if (compiler.directives().contains(OURS)) {
        return;
      }
      Files.writeString(scratch, DIRECTIVES);
      compiler.execute("Compiler.directives_add \"" + scratch + '"');
      Files.delete(scratch);
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      // It compiles as ever, which costs more.
    }
  }

  /** Takes that back, unless somebody gave directives since, which stand before ours. */
  public static void stop(Instrumentation instrumentation) {
    try {
      QuickCompiler compiler = of(instrumentation);
      Optional<String> last =
          compiler.directives().lines().filter(line -> line.contains("matching:")).findFirst();
      if (last.isPresent() && last.get().contains(OURS)) {
        compiler.execute("Compiler.directives_remove");
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // It has none.
    }
  }

  private static QuickCompiler of(Instrumentation instrumentation)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName(PLATFORM + ".DiagnosticCommandImpl", false, null);
    Class<?> helper = Class.forName(MANAGEMENT + ".ManagementFactoryHelper", false, null);
    Class<?> jvm = Class.forName(MANAGEMENT + ".VMManagement", false, null);
    JdkInternals.open(type.getModule(), PLATFORM, instrumentation);
    JdkInternals.open(helper.getModule(), MANAGEMENT, instrumentation);
    // Loads the library of the native method.
    Class.forName(PLATFORM + ".PlatformMBeanProviderImpl", true, null);
    Constructor<?> constructor = type.getDeclaredConstructor(jvm);
    constructor.setAccessible(true);
    Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
    execute.setAccessible(true);
    Object management = helper.getMethod("getVMManagement").invoke(null);
    return new QuickCompiler(constructor.newInstance(management), execute);
  }

  private String directives() throws ReflectiveOperationException {
    return execute("Compiler.directives_print");
  }

  private String execute(String command) throws ReflectiveOperationException {
    return String.valueOf(execute.invoke(commands, command));
  }
}
