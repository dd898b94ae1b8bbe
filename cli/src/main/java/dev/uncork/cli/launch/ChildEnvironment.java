package dev.uncork.cli.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment that the user gave, which the observed program inherits.
 *
 * <p>The launcher hides from our own JVM what is meant for the observed one, and bash adds a few
 * variables; both are undone here.
 */
public final class ChildEnvironment {
  private static final String SAVED = "UNCORK_SAVED_";
  private static final List<String> HIDDEN_FROM_US =
      List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "LC_ALL");
  private static final List<String> CHANGED_BY_BASH = List.of("PWD", "OLDPWD", "SHLVL", "_");

  private ChildEnvironment() {}

  /** Turns this process's environment, as a process builder copied it, into the user's. */
  static void restore(Map<String, String> environment) {
    for (String name : saved()) {
      environment.remove(name);
      String value = environment.remove(SAVED + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
  }

  private static List<String> saved() {
    List<String> names = new ArrayList<>(HIDDEN_FROM_US);
    if (Boolean.getBoolean("uncork.environment.saved")) {
      names.addAll(CHANGED_BY_BASH);
    }
    return names;
  }

  /** Arguments of {@code env} that undo once more what a bash in between does. */
  static List<String> envArguments() {
    Map<String, String> environment = view();
    List<String> unset = new ArrayList<>();
    List<String> set = new ArrayList<>();
    for (String name : CHANGED_BY_BASH) {
      String value = environment.get(name);
      if (value == null) {
        unset.addAll(List.of("-u", name));
      } else {
        set.add(name + "=" + value);
      }
    }
    unset.addAll(set);
    return unset;
  }

  /** The user's environment, to look something up. */
  public static Map<String, String> view() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    restore(environment);
    return environment;
  }
}
