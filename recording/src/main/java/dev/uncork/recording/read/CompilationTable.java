package dev.uncork.recording.read;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What HotSpot's compilers gave up, by {@code jdk.Compilation} and {@code jdk.CompilationFailure};
 * the former must have been recorded without a threshold. The agent has a copy of this class, to
 * take such classes back while the program runs.
 *
 * <p>An attempt that fails since something changed meanwhile is made again. So only the last one
 * counts, by each compiler; the reasons of such failures are left out as well, for a program that
 * ends before.
 */
public final class CompilationTable {
  /**
   * What HotSpot says (ciEnv.cpp, 17 to 25) where another attempt may succeed; what it says
   * (compileBroker.cpp) of code that its class doesn't have any more; and what C1 alone says
   * (c1_GraphBuilder.cpp) of a handler that handles itself. C2 compiles that.
   */
  private static final Set<String> PASSING =
      Set.of(
          "concurrent class loading",
          "invalid non-klass dependency",
          "Jvmti state change invalidated dependencies",
          "DTrace flags change invalidated dependencies",
          "code cache is full",
          "redefined method",
          "exception handler covers itself");

  /** Where rewriting moves the body of a method to. */
  private static final String BODY = "$uncork";

  private final Map<Unit, Attempt> last = new HashMap<>();
  private final Map<Long, String> reasons = new HashMap<>();

  /** What is compiled at once, apart from the tier. */
  public record Unit(
      String className, String method, String descriptor, String compiler, boolean loop) {}

  /** The identifiers of attempts at the same unit ascend. */
  private record Attempt(long id, boolean succeeded) {}

  /** A method that a compiler gave up, named as in the source. */
  public record GivenUp(String className, String method, String compiler, String reason) {
    @Override
    public String toString() {
      return className + "." + method + " (" + compiler + ": " + reason + ")";
    }
  }

  /** Takes what an event {@code jdk.Compilation} tells. */
  public void attempt(Unit unit, long id, boolean succeeded) {
    last.merge(unit, new Attempt(id, succeeded), (a, b) -> a.id() > b.id() ? a : b);
  }

  /** Takes what an event {@code jdk.CompilationFailure} tells. */
  public void failure(long id, String reason) {
    reasons.put(id, reason);
  }

  /** Which methods of some classes were given up, each once, by name. */
  public List<GivenUp> givenUp(Predicate<String> classes) {
    Set<GivenUp> found = new HashSet<>();
    last.forEach(
        (unit, attempt) -> {
          String reason = reasons.get(attempt.id());
          if (!attempt.succeeded()
              && reason != null
              && !PASSING.contains(reason)
              && classes.test(unit.className())) {
            found.add(givenUp(unit, reason));
          }
        });
    return found.stream().sorted(Comparator.comparing(GivenUp::toString)).toList();
  }

  private static GivenUp givenUp(Unit unit, String reason) {
    String method =
        unit.method().endsWith(BODY)
            ? unit.method().substring(0, unit.method().length() - BODY.length())
            : unit.method();
    return new GivenUp(unit.className(), method, unit.compiler(), reason);
  }
}
