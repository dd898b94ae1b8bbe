package dev.uncork.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/**
 * What HotSpot's compilers gave up, by {@code jdk.Compilation} and {@code jdk.CompilationFailure};
 * the former must have been recorded without a threshold.
 *
 * <p>An attempt that fails since something changed meanwhile is made again. So only the last one
 * counts, by each compiler; the reasons of such failures are left out as well, for a program that
 * ends before.
 */
final class CompilationTable {
  private static final int NAMED = 5;

  /** What HotSpot says (ciEnv.cpp, 17 to 25) where another attempt may succeed. */
  private static final Set<String> PASSING =
      Set.of(
          "concurrent class loading",
          "invalid non-klass dependency",
          "Jvmti state change invalidated dependencies",
          "DTrace flags change invalidated dependencies",
          "code cache is full");

  /** Where rewriting moves the body of a method to. */
  private static final String BODY = "$uncork";

  private final Map<Unit, Attempt> last = new HashMap<>();
  private final Map<Long, String> reasons = new HashMap<>();

  /** What is compiled at once, apart from the tier. */
  private record Unit(
      String className, String method, String descriptor, String compiler, boolean loop) {}

  /** The identifiers of attempts at the same unit ascend. */
  private record Attempt(long id, boolean succeeded) {}

  void attempt(RecordedEvent event) {
    if (event.getValue("method") instanceof RecordedMethod method && method.getType() != null) {
      Unit unit =
          new Unit(
              method.getType().getName(),
              method.getName(),
              method.getDescriptor(),
              EventFields.text(event, "compiler"),
              event.getBoolean("isOsr"));
      Attempt attempt =
          new Attempt(EventFields.number(event, "compileId", 0), event.getBoolean("succeded"));
      last.merge(unit, attempt, (a, b) -> a.id() > b.id() ? a : b);
    }
  }

  void failure(RecordedEvent event) {
    reasons.put(
        EventFields.number(event, "compileId", 0), EventFields.text(event, "failureMessage"));
  }

  /** Tells which methods of some classes were given up. */
  void notes(Predicate<String> classes, Consumer<String> notes) {
    Set<String> givenUp = new TreeSet<>();
    last.forEach(
        (unit, attempt) -> {
          String reason = reasons.get(attempt.id());
          if (!attempt.succeeded()
              && reason != null
              && !PASSING.contains(reason)
              && classes.test(unit.className())) {
            givenUp.add(describe(unit, reason));
          }
        });
    if (!givenUp.isEmpty()) {
      List<String> all = new ArrayList<>(givenUp);
      String more = all.size() <= NAMED ? "" : " and " + (all.size() - NAMED) + " more";
      notes.accept(
          "Methods of rewritten classes that a compiler gave up: "
              + String.join(", ", all.subList(0, Math.min(NAMED, all.size())))
              + more
              + ".");
    }
  }

  private static String describe(Unit unit, String reason) {
    String method =
        unit.method().endsWith(BODY)
            ? unit.method().substring(0, unit.method().length() - BODY.length())
            : unit.method();
    return unit.className() + "." + method + " (" + unit.compiler() + ": " + reason + ")";
  }
}
