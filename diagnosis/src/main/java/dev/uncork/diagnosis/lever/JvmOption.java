package dev.uncork.diagnosis.lever;

import java.util.Set;

/** What options of a JVM mean the same thing, so that only one of them can hold. */
public final class JvmOption {
  private static final Set<String> COLLECTORS =
      Set.of(
          "UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC");

  private JvmOption() {}

  /** The thing that an option sets; equal for options that give way to each other. */
  public static String subject(String option) {
    if (option.startsWith("-Xmx")
        || option.startsWith("-XX:MaxHeapSize=")
        || option.startsWith("-XX:MaxRAMPercentage=")) {
      return "maximum heap";
    }
    if (option.startsWith("-Xms")
        || option.startsWith("-XX:InitialHeapSize=")
        || option.startsWith("-XX:InitialRAMPercentage=")) {
      return "initial heap";
    }
    if (option.startsWith("-Xmn") || option.startsWith("-Xss")) {
      return option.substring(0, 4);
    }
    if (option.startsWith("-XX:")) {
      String flag = option.substring(4);
      if (flag.startsWith("+") || flag.startsWith("-")) {
        flag = flag.substring(1);
      }
      int equals = flag.indexOf('=');
      String name = equals < 0 ? flag : flag.substring(0, equals);
      return COLLECTORS.contains(name) ? "collector" : "-XX:" + name;
    }
    int equals = option.indexOf('=');
    return equals < 0 ? option : option.substring(0, equals);
  }
}
