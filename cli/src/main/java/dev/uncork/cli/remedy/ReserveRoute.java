package dev.uncork.cli.remedy;

import dev.uncork.cli.Installation;
import dev.uncork.cli.launch.JavaHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How locks get reserved in the JVM that is started, and why so.
 *
 * @param jvmOptions to be put before the program's own
 * @param rewriting whether the agent rewrites classes
 * @param explanation one line for the user
 */
public record ReserveRoute(List<String> jvmOptions, boolean rewriting, String explanation) {
  private static final int LAST_WITH_BIASED_LOCKING = 17;
  private static final List<String> BIASED_LOCKING =
      List.of(
          "-XX:-PrintWarnings", // It would announce the deprecated option.
          "-XX:+UseBiasedLocking",
          "-XX:BiasedLockingStartupDelay=0");

  /** What {@code --remedy reserve} is as options of a JVM alone; empty where it is more. */
  public static List<String> jvmOptions(String remedy, int major) {
    return remedy.equals("reserve") && major > 0 && major <= LAST_WITH_BIASED_LOCKING
        ? BIASED_LOCKING
        : List.of();
  }

  /**
   * Chooses the route and prepares it.
   *
   * @param java the JVM, or empty when a script starts it
   * @param everything whether the user named no classes
   * @param scratch a directory for what the JVM needs to start
   */
  public static ReserveRoute choose(
      Installation installation, Optional<JavaHome> java, boolean everything, Path scratch)
      throws IOException {
    if (java.isEmpty()) {
      return new ReserveRoute(
          List.of(),
          true,
          "reserve: by rewriting classes as they are loaded; classes that a JVM loads to start stay"
              + " as they are, since a script starts it");
    }
    JavaHome home = java.get();
    if (everything && home.major() <= LAST_WITH_BIASED_LOCKING) {
      return new ReserveRoute(
          BIASED_LOCKING,
          false,
          "reserve: by the JVM's own biased locking, which JDK "
              + home.major()
              + " still has (-XX:+UseBiasedLocking -XX:BiasedLockingStartupDelay=0);"
              + " --remedy reserve=CLASSES rewrites classes instead");
    }
    Optional<String> early =
        everything
            ? EarlyClasses.write(installation, home.directory(), scratch.resolve("early"))
            : Optional.empty();
    return new ReserveRoute(
        early.map(List::of).orElse(List.of()),
        true,
        "reserve: by rewriting classes as they are loaded"
            + (early.isPresent() ? ", a few of the JDK before" : "")
            + (home.major() > LAST_WITH_BIASED_LOCKING
                ? "; JDK " + home.major() + " has no biased locking any more"
                : ""));
  }
}
