package dev.uncork.sparkledger.log;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The place in the user's program, in a stack as Spark writes it. */
final class UserFrames {
  private static final Pattern SHORT_FORM = Pattern.compile("\\S+ at \\S+:\\d+");
  private static final Pattern FRAME =
      Pattern.compile("(?:[\\w.]+/)?([\\w.$]+)\\.([\\w$<>]+)\\(([^():]+:\\d+)\\)");
  private static final List<String> NOT_THE_USERS =
      List.of("org.apache.spark.", "java.", "javax.", "jdk.", "sun.", "scala.", "py4j.");

  /** Of these, what user's code calls as it runs. */
  private static final List<String> OF_THE_JDK =
      List.of("java.", "javax.", "jdk.", "sun.", "scala.");

  private UserFrames() {}

  /** The user's line that a stack is in; none where it is in Spark on behalf of one, or waits. */
  static Optional<String> running(List<String> frames) {
    for (String text : frames) {
      Matcher frame = FRAME.matcher(text);
      if (frame.matches() && !isOfJdk(frame.group(1))) {
        String type = frame.group(1);
        return NOT_THE_USERS.stream().anyMatch(type::startsWith)
            ? Optional.empty()
            : Optional.of(frame.group(2) + " at " + frame.group(3));
      }
    }
    return Optional.empty();
  }

  private static boolean isOfJdk(String type) {
    return OF_THE_JDK.stream().anyMatch(type::startsWith);
  }

  /** The short form of a call site: that which Spark made, or else one from the stack. */
  static String callSite(String description, String stack) {
    if (SHORT_FORM.matcher(description).matches()) {
      return description;
    }
    String method = "";
    Matcher frames = FRAME.matcher(stack);
    while (frames.find()) {
      String type = frames.group(1);
      if (NOT_THE_USERS.stream().noneMatch(type::startsWith)) {
        return (method.isEmpty() ? frames.group(2) : method) + " at " + frames.group(3);
      }
      if (type.startsWith("org.apache.spark.")) {
        method = frames.group(2);
      }
    }
    return description;
  }
}
