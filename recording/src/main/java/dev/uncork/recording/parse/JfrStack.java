package dev.uncork.recording.parse;

import dev.uncork.recording.Frame;
import java.util.List;

/**
 * A stack as JFR tells it.
 *
 * @param frames innermost first; those whose method isn't known are left out
 * @param innermostCode how the innermost one ran, such as {@code Interpreted}; empty if unknown
 */
public record JfrStack(List<Frame> frames, String innermostCode) {
  /** No stack. */
  public static final JfrStack NONE = new JfrStack(List.of(), "");

  /** A frame; JFR records no file names, so it is the one that javac expects for a public class. */
  static Frame frame(String className, String method, int line) {
    return new Frame(className, method, line > 0 ? fileOf(className) : "", Math.max(0, line));
  }

  private static String fileOf(String className) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    int dollar = simple.indexOf('$');
    return (dollar > 0 ? simple.substring(0, dollar) : simple) + ".java";
  }
}
