package dev.uncork.agent.locks;

/**
 * The method that took a lock, from the stack of a thread that waited for it.
 *
 * @param type its class, empty where the stack doesn't tell
 * @param name its name
 */
public record TakingMethod(String type, String name) {
  /** The innermost method of a stack that isn't the lock's own. */
  public static TakingMethod of(String stack) {
    for (String line : stack.split("\n", -1)) {
      int parenthesis = line.indexOf('(');
      int dot = parenthesis < 0 ? -1 : line.lastIndexOf('.', parenthesis);
      if (dot > 0) {
        String type = line.substring(0, dot);
        int module = type.lastIndexOf('/');
        type = module < 0 ? type : type.substring(module + 1);
        if (!ofLock(type)) {
          return new TakingMethod(type, line.substring(dot + 1, parenthesis));
        }
      }
    }
    return new TakingMethod("", "");
  }

  private static boolean ofLock(String type) {
    return type.startsWith("java.util.concurrent.locks.")
        || type.startsWith("jdk.internal.")
        || type.startsWith("dev.uncork.boot.");
  }
}
