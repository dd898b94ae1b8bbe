package dev.uncork.agent.jvm;

/** Frames as the native collector writes them: {@code com.acme.Cache.put(Cache.java:42)}. */
public final class FrameText {
  private static final String[] JDK_AND_HOOKS = {
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.uncork.boot."
  };

  private FrameText() {}

  /** Whether a frame, or a class of this name, is the program's, not the JDK's or ours. */
  public static boolean isOfProgram(String text) {
    for (String prefix : JDK_AND_HOOKS) {
      if (text.startsWith(prefix)) {
        return false;
      }
    }
    return true;
  }

  /** Appends one, on a line of its own. */
  public static void append(StringBuilder text, StackTraceElement frame) {
    if (text.length() > 0) {
      text.append('\n');
    }
    text.append(frame.getClassName()).append('.').append(frame.getMethodName()).append('(');
    if (frame.isNativeMethod()) {
      text.append("Native Method");
    } else if (frame.getFileName() == null) {
      text.append("Unknown Source");
    } else {
      text.append(frame.getFileName());
      if (frame.getLineNumber() >= 0) {
        text.append(':').append(frame.getLineNumber());
      }
    }
    text.append(')');
  }
}
