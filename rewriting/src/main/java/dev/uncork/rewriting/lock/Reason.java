package dev.uncork.rewriting.lock;

/**
 * One reason for or against, with the place in the program that it comes from.
 *
 * @param className name of the class with dots
 * @param method name of the method, or empty when it is about the class
 * @param line line in the source, or 0 when unknown
 * @param text what is the matter there
 */
public record Reason(String className, String method, int line, String text) {

  /** The place as a stack trace writes it, then the text. */
  @Override
  public String toString() {
    StringBuilder place = new StringBuilder(className);
    if (!method.isEmpty()) {
      place.append('.').append(method);
    }
    if (line > 0) {
      place.append(':').append(line);
    }
    return place + ": " + text;
  }
}
