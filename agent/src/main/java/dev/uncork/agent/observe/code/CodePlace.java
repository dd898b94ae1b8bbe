package dev.uncork.agent.observe.code;

import dev.uncork.agent.jvm.FrameText;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a stack.
 *
 * @param type class, as {@link Class#getName} names it
 * @param line in its source file; 0 where unknown
 */
public record CodePlace(String type, String method, int line) {
  /** Reads {@code com.acme.Cache.put(Cache.java:42)}; null where that isn't one. */
  static @Nullable CodePlace of(String frame) {
    int parenthesis = frame.indexOf('(');
    int dot = parenthesis < 0 ? -1 : frame.lastIndexOf('.', parenthesis);
    if (dot <= 0 || !frame.endsWith(")")) {
      return null;
    }
    int colon = frame.lastIndexOf(':');
    int line = colon < parenthesis ? 0 : number(frame.substring(colon + 1, frame.length() - 1));
    return new CodePlace(frame.substring(0, dot), frame.substring(dot + 1, parenthesis), line);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The method, wherever in it. */
  public CodePlace anywhere() {
    return new CodePlace(type, method, 0);
  }

  /** Class and method, as users read them. */
  public String name() {
    return type + "." + method;
  }

  /** Whether it is the program's code, not the JDK's or ours. */
  public boolean isOfProgram() {
    return isOfProgram(type);
  }

  /** Whether a class of this name is the program's. */
  public static boolean isOfProgram(String type) {
    return FrameText.isOfProgram(type);
  }

  /** Equality is spelt out, so that the JDK keeps nothing of the agent after detach. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodePlace place
        && place.line == line
        && place.method.equals(method)
        && place.type.equals(type);
  }

  @Override
  public int hashCode() {
    return (type.hashCode() * 31 + method.hashCode()) * 31 + line;
  }
}
