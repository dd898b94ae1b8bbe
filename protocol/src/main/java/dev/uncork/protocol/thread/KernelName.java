package dev.uncork.protocol.thread;

/**
 * What the kernel keeps of a thread's name, of which HotSpot gives it the whole: the first 15
 * characters, or on newer JDKs the first 7, two dots and the last 6 (JDK-8324584).
 */
public final class KernelName {
  private static final int LENGTH = 15;
  private static final int BEGINNING = 7;
  private static final int END = 6;
  private static final String LEFT_OUT = "..";

  private KernelName() {}

  /** Whether the kernel keeps the whole name. */
  public static boolean fits(String name) {
    return name.length() <= LENGTH;
  }

  /** As older JDKs leave it: its beginning, or all of it where it {@link #fits}. */
  public static String cut(String name) {
    return fits(name) ? name : name.substring(0, LENGTH);
  }

  /** As newer JDKs leave it: its beginning and its end, or all of it where it {@link #fits}. */
  public static String shortened(String name) {
    return fits(name) ? name : beginning(name) + name.substring(name.length() - END);
  }

  /** What the shortened names begin with of which the whole begins like this one. */
  static String beginning(String name) {
    return name.length() <= BEGINNING ? name : name.substring(0, BEGINNING) + LEFT_OUT;
  }

  /** Whether a newer JDK seems to have left out the middle of it. */
  public static boolean isShortened(String name) {
    return name.length() == LENGTH && name.startsWith(LEFT_OUT, BEGINNING);
  }
}
