package dev.uncork.agent.observe.locks;

import java.util.stream.Stream;

/**
 * The method that took a lock, from the stack of a thread that waited for it.
 *
 * @param type its class, empty where the stack doesn't tell
 * @param name its name
 */
public record TakingMethod(String type, String name) {
  private static final String NATIVE = "(Native Method)";
  private static final TakingMethod UNKNOWN = new TakingMethod("", "");

  /**
   * The innermost method of a stack that isn't the lock's own; none where that is a native one, in
   * which the JVM itself takes a lock.
   */
  public static TakingMethod of(String stack) {
    TakingMethod innermost = methods(stack).findFirst().orElse(UNKNOWN);
    return stack.contains(innermost.type + "." + innermost.name + NATIVE) ? UNKNOWN : innermost;
  }

  /** The method that called {@link #of}. */
  public static TakingMethod callerOf(String stack) {
    return methods(stack).skip(1).findFirst().orElse(UNKNOWN);
  }

  private static Stream<TakingMethod> methods(String stack) {
    return stack
        .lines()
        .map(TakingMethod::named)
        .filter(method -> !method.type.isEmpty())
        .dropWhile(method -> ofLock(method.type));
  }

  private static TakingMethod named(String line) {
    int parenthesis = line.indexOf('(');
    int dot = parenthesis < 0 ? -1 : line.lastIndexOf('.', parenthesis);
    if (dot <= 0) {
      return UNKNOWN;
    }
    String type = line.substring(line.lastIndexOf('/', dot) + 1, dot);
    return new TakingMethod(type, line.substring(dot + 1, parenthesis));
  }

  private static boolean ofLock(String type) {
    return type.startsWith("java.util.concurrent.locks.")
        || type.startsWith("jdk.internal.")
        || type.equals("java.lang.Object")
        || type.startsWith("dev.uncork.boot.");
  }
}
