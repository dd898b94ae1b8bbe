package dev.uncork.cli.launch;

import java.util.HashMap;
import java.util.Map;

/**
 * The environment that the user gave, which the observed program inherits.
 *
 * <p>The launcher hides from our own JVM what is meant for the observed one, and bash adds a few
 * variables; both are undone here.
 */
public final class ChildEnvironment {
  private static final String SAVED = "UNCORK_SAVED_";
  private static final String[] HIDDEN_FROM_US = {
    "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "LC_ALL"
  };

  private ChildEnvironment() {}

  /** Turns this process's environment, as a process builder copied it, into the user's. */
  static void restore(Map<String, String> environment) {
    for (String name : HIDDEN_FROM_US) {
      environment.remove(name);
      String value = environment.remove(SAVED + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
    for (String name : System.getProperty("uncork.environment.added", "").split(",", -1)) {
      if (!name.isEmpty()) {
        environment.remove(name);
      }
    }
  }

  /** The user's environment, to look something up. */
  public static Map<String, String> view() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    restore(environment);
    return environment;
  }
}
