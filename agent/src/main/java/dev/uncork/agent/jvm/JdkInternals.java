package dev.uncork.agent.jvm;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/** Packages of the JDK that {@link Instrumentation#redefineModule} opens to the agent's classes. */
public final class JdkInternals {
  private JdkInternals() {}

  /** Exports a package to the agent's loader, and to nobody else. */
  public static void export(Module module, String packageName, Instrumentation instrumentation) {
    instrumentation.redefineModule(
        module,
        Set.of(),
        Map.of(packageName, Set.of(JdkInternals.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
  }

  /** Opens a package to reflection by the agent's loader, and by nobody else. */
  public static void open(Module module, String packageName, Instrumentation instrumentation) {
    instrumentation.redefineModule(
        module,
        Set.of(),
        Map.of(),
        Map.of(packageName, Set.of(JdkInternals.class.getModule())),
        Set.of(),
        Map.of());
  }
}
