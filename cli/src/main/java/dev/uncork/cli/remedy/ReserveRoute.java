package dev.uncork.cli.remedy;

import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.protocol.RemedyName;
import dev.uncork.rewriting.selection.ClassSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How locks get reserved in the JVM that is started, and why so.
 *
 * @param jvmOptions to be put before the program's own
 * @param rewriting whether the agent rewrites classes
 * @param early whether what is wanted of the JDK's classes was rewritten before the start
 * @param explanation one line for the user
 */
public record ReserveRoute(
    List<String> jvmOptions, boolean rewriting, boolean early, String explanation) {
  private static final String REWRITING = "reserve: by rewriting classes as they are loaded";
  private static final int LAST_WITH_BIASED_LOCKING = 17;
  private static final List<String> BIASED_LOCKING =
      List.of(
          "-XX:-PrintWarnings", // It would announce the deprecated option.
          "-XX:+UseBiasedLocking",
          "-XX:BiasedLockingStartupDelay=0");

  /** What {@code --remedy reserve} is as options of a JVM alone; empty where it is more. */
  public static List<String> jvmOptions(String remedy, int major) {
    return remedy.equals(RemedyName.RESERVE.label())
            && major > 0
            && major <= LAST_WITH_BIASED_LOCKING
        ? BIASED_LOCKING
        : List.of();
  }

  /**
   * Chooses the route and prepares it.
   *
   * @param java the JVM, or empty when a script starts it
   * @param command the program and its arguments
   * @param classes what the user wants reserved
   * @param scratch a directory for what the JVM needs to start
   */
  public static ReserveRoute choose(
      Installation installation,
      Optional<JavaHome> java,
      List<String> command,
      ClassSelection classes,
      Path scratch)
      throws IOException {
    if (java.isEmpty()) {
      return new ReserveRoute(
          List.of(),
          true,
          false,
          "reserve: by rewriting classes as they are loaded; classes that a JVM loads to start stay"
              + " as they are, since a script starts it");
    }
    JavaHome home = java.get();
    Optional<ReserveRoute> own = ownFlag(home, classes);
    if (own.isPresent()) {
      return own.get();
    }
    Set<String> early = new TreeSet<>(classes.names());
    early.retainAll(JdkPatch.BEFORE_AGENTS);
    Set<String> ofJdk = new TreeSet<>(classes.everything() ? ClassSelection.JDK : Set.of());
    classes.names().stream().filter(name -> name.startsWith("java/")).forEach(ofJdk::add);
    if (ofJdk.isEmpty()) {
      return rewriting("", true);
    }
    RewrittenJdk jdk = new RewrittenJdk(installation, home.directory(), ofJdk);
    String refusal = early.isEmpty() ? null : JdkPatch.refusal(command);
    if (!early.isEmpty() && refusal == null) {
      List<String> options = JdkPatch.options(jdk, scratch);
      return new ReserveRoute(
          options,
          true,
          true,
          REWRITING
              + ", "
              + dots(early)
              + " before, by "
              + options.get(0)
              + "; without class data sharing the start takes longer");
    }
    Optional<String> agent = EarlyClasses.option(jdk, scratch.resolve("early"));
    String left = refusal == null ? "" : "; not " + dots(early) + ": " + refusal;
    return agent.isPresent()
        ? new ReserveRoute(
            List.of(agent.get()), true, true, REWRITING + ", a few of the JDK before" + left)
        : rewriting(left, false);
  }

  /** The JVM's own way, where it has one and the user wants it for all classes alike. */
  static Optional<ReserveRoute> ownFlag(JavaHome home, ClassSelection classes) {
    if (home.openJ9()) {
      return Optional.of(
          new ReserveRoute(
              List.of("-XlockReservation"),
              false,
              false,
              "reserve: by OpenJ9's own lock reservation (-XlockReservation)"));
    }
    if (!classes.everything() || !classes.names().isEmpty()) {
      return Optional.empty();
    }
    if (home.major() > LAST_WITH_BIASED_LOCKING) {
      return Optional.empty();
    }
    return Optional.of(
        new ReserveRoute(
            BIASED_LOCKING,
            false,
            false,
            "reserve: by the JVM's own biased locking, which JDK "
                + home.major()
                + " still has (-XX:+UseBiasedLocking -XX:BiasedLockingStartupDelay=0);"
                + " --remedy reserve=CLASSES rewrites classes instead"));
  }

  private static ReserveRoute rewriting(String more, boolean early) {
    return new ReserveRoute(List.of(), true, early, REWRITING + more);
  }

  private static String dots(Set<String> names) {
    return String.join(", ", names).replace('/', '.');
  }
}
