package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells a program's own code from that of the libraries that it calls: by the package of its main
 * class where that was seen, and by the names of common libraries.
 *
 * <p>Of a package the first two names count, or three where many projects share two.
 */
public final class OwnCode {
  private static final Set<String> SHARED =
      Set.of("org.apache", "org.eclipse", "com.google", "com.github", "io.github", "net.sf");

  /** Those that start programs of others. */
  private static final Set<String> LAUNCHERS =
      Set.of(
          "org.apache.catalina",
          "org.apache.maven",
          "org.apache.spark",
          "org.codehaus",
          "org.eclipse.jetty",
          "org.gradle",
          "org.jboss",
          "org.junit",
          "org.springframework",
          "io.quarkus",
          "scala.tools");

  private static final String THREAD = "java.lang.Thread";

  private final Optional<String> own;
  private final Libraries libraries;

  private OwnCode(Optional<String> own, Libraries libraries) {
    this.own = own;
    this.libraries = libraries;
  }

  /** Of a program whose threads were looked at. */
  public static OwnCode of(List<Snapshot> snapshots, Libraries libraries) {
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        List<Frame> stack = thread.stack();
        Frame outermost = stack.isEmpty() ? null : stack.get(stack.size() - 1);
        if (outermost != null
            && outermost.method().equals("main")
            && CodeOrigin.isApplication(outermost)) {
          Optional<String> main = Optional.of(family(outermost));
          return new OwnCode(main.filter(family -> !LAUNCHERS.contains(family)), libraries);
        }
      }
    }
    return new OwnCode(Optional.empty(), libraries);
  }

  /**
   * Where the program calls the library in which a thread is.
   *
   * @param stack innermost frame first
   * @param site the frame in the library
   * @return empty where that is the program's own, or nobody knows
   */
  public Optional<Frame> caller(List<Frame> stack, Frame site) {
    if (!isOfLibrary(site)) {
      return Optional.empty();
    }
    String library = family(site);
    List<Frame> callers =
        stack.stream()
            .dropWhile(frame -> !frame.qualifiedMethod().equals(site.qualifiedMethod()))
            .filter(CodeOrigin::isApplication)
            .filter(frame -> !family(frame).equals(library))
            .filter(frame -> own.isEmpty() || own.get().equals(family(frame)))
            .filter(frame -> !libraries.have(frame.className()))
            .toList();
    // The class of a method reference has no line of its own, but who calls it has one.
    return callers.stream()
        .filter(frame -> !ClassNames.isHidden(frame.className()))
        .findFirst()
        .or(() -> callers.stream().findFirst());
  }

  /** The same of all threads that were seen there, where most of them come from. */
  public Optional<Frame> mostFrequentCaller(List<Snapshot> snapshots, Frame site) {
    if (!isOfLibrary(site)) {
      return Optional.empty();
    }
    Map<List<Frame>, Optional<Frame>> known = new IdentityHashMap<>();
    Map<Frame, Integer> callers = new LinkedHashMap<>();
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        known
            .computeIfAbsent(thread.stack(), stack -> caller(stack, site))
            .ifPresent(caller -> callers.merge(caller, 1, Integer::sum));
      }
    }
    return callers.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /**
   * Whether a thread is one that a library started for itself, in a loop of the library: nothing of
   * the program's own is on its stack, nor did a pool give it a task.
   *
   * @param stack innermost frame first
   */
  public boolean isLibrarysLoop(List<Frame> stack) {
    List<Frame> inThread =
        stack.stream().filter(frame -> !frame.className().equals(THREAD)).toList();
    return own.isPresent()
        && !inThread.isEmpty()
        && CodeOrigin.isApplication(inThread.get(inThread.size() - 1))
        && inThread.stream()
            .filter(CodeOrigin::isApplication)
            .noneMatch(frame -> own.get().equals(family(frame)));
  }

  private boolean isOfLibrary(Frame site) {
    boolean foreign = own.isPresent() && !own.get().equals(family(site));
    return foreign || libraries.have(site.className());
  }

  private static String family(Frame frame) {
    String[] names = frame.className().split("\\.");
    int packages = names.length - 1;
    String two = String.join(".", List.of(names).subList(0, Math.min(2, packages)));
    return packages > 2 && SHARED.contains(two) ? two + "." + names[2] : two;
  }
}
