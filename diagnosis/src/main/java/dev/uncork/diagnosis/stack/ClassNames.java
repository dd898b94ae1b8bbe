package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.Map;

/** Names of classes as a human would say them. */
public final class ClassNames {
  private static final Map<Character, String> PRIMITIVES =
      Map.of(
          'Z', "boolean", 'B', "byte", 'C', "char", 'S', "short", 'I', "int", 'J', "long", 'F',
          "float", 'D', "double");

  private ClassNames() {}

  /** Arrays, lambdas and hidden classes in words; other names as they are. */
  public static String readable(String className) {
    int depth = 0;
    while (depth < className.length() && className.charAt(depth) == '[') {
      depth++;
    }
    if (depth > 0) {
      String element = className.substring(depth);
      String name =
          element.startsWith("L") && element.endsWith(";")
              ? element.substring(1, element.length() - 1)
              : element.length() == 1
                  ? PRIMITIVES.getOrDefault(element.charAt(0), element)
                  : element;
      return readable(name) + "[]".repeat(depth);
    }
    String dotted = className;
    int lambda = dotted.indexOf("$$Lambda");
    if (lambda > 0) {
      return dotted.substring(0, lambda).replace('/', '.') + "$lambda";
    }
    if (isHidden(dotted)) {
      return Frame.withoutAddresses(dotted).replace('/', '.') + " (hidden)";
    }
    return dotted.replace('/', '.');
  }

  /** Whether the JVM made the class, under a name that says only where it is. */
  public static boolean isHidden(String className) {
    return !Frame.withoutAddresses(className).equals(className);
  }

  /** The readable name, without the package where it is a class of the JDK. */
  public static String shown(String className) {
    String name = readable(className);
    return name.startsWith("java.") ? name.substring(name.lastIndexOf('.') + 1) : name;
  }

  /** The name without package and enclosing classes, as it is in source code. */
  public static String simple(String className) {
    String name = readable(className).replaceFirst("\\$lambda$|\\$\\d+$", "");
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }
}
