package dev.uncork.sparkworkloads.run;

import java.security.CodeSource;

/** The jar that holds these workloads, which executors in other processes need. */
public final class CodeJar {
  private CodeJar() {}

  /** Its path. */
  public static String path() {
    CodeSource source = CodeJar.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IllegalStateException(
          "these classes come from no jar; expected one, for executors");
    }
    return source.getLocation().getPath();
  }
}
