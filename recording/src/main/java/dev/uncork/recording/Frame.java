package dev.uncork.recording;

import java.util.regex.Pattern;

/**
 * One frame of a Java stack.
 *
 * @param className binary name of the class
 * @param method name of the method
 * @param file source file, or empty where unknown
 * @param line line number, or 0 where unknown
 */
public record Frame(String className, String method, String file, int line) {
  private static final Pattern ADDRESS =
      Pattern.compile("((?<=\\$\\$Lambda)\\$\\d+)?[/+.]0x[0-9a-fA-F]+(\\.\\d+)?");

  /** Parses {@code com.acme.Cache.put(Cache.java:42)}; text of another form becomes the method. */
  public static Frame parse(String text) {
    String rest = text.strip();
    if (rest.startsWith("at ")) {
      rest = rest.substring(3);
    }
    String file = "";
    int line = 0;
    int open = rest.lastIndexOf('(');
    if (open > 0 && rest.endsWith(")")) {
      String place = rest.substring(open + 1, rest.length() - 1);
      rest = rest.substring(0, open);
      int colon = place.lastIndexOf(':');
      line = colon < 0 ? 0 : lineNumber(place.substring(colon + 1));
      String name = colon < 0 ? place : place.substring(0, colon);
      file = name.equals("Native Method") || name.equals("Unknown Source") ? "" : name;
    }
    int dot = rest.lastIndexOf('.');
    if (dot <= 0) {
      return new Frame("", rest, file, line);
    }
    return new Frame(withoutModule(rest.substring(0, dot)), rest.substring(dot + 1), file, line);
  }

  /** Class and method, without the place in the file. */
  public String qualifiedMethod() {
    return className.isEmpty() ? method : className + "." + method;
  }

  /**
   * Leaves out the addresses of hidden classes, such as those of lambdas, since they differ from
   * run to run: {@code A$$Lambda$14/0x0000000800c03000} becomes {@code A$$Lambda}.
   */
  public static String withoutAddresses(String text) {
    return text.contains("0x") ? ADDRESS.matcher(text).replaceAll("") : text;
  }

  @Override
  public String toString() {
    String name = withoutAddresses(qualifiedMethod());
    return file.isEmpty() ? name : name + "(" + file + (line > 0 ? ":" + line : "") + ")";
  }

  /** Strips {@code java.base@17/} or {@code app//}, but not the suffix of a hidden class. */
  private static String withoutModule(String className) {
    int slash = className.lastIndexOf('/');
    if (slash < 0 || className.startsWith("0x", slash + 1)) {
      return className;
    }
    return className.substring(slash + 1);
  }

  private static int lineNumber(String digits) {
    try {
      return Math.max(0, Integer.parseInt(digits));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
