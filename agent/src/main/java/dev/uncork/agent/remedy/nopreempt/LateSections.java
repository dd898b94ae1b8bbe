package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.agent.observe.demand.SectionInstrumentation;
import dev.uncork.agent.observe.locks.TakingMethod;
import dev.uncork.boot.nopreempt.NonPreemption;
import java.lang.instrument.Instrumentation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods that take one class of late locks, rewritten for now, and their way back. */
final class LateSections {
  private final LateLocks late;
  private final SectionInstrumentation sections;
  private SectionHooks current = SectionHooks.ALL;

  /** Changes nothing yet. */
  LateSections(Instrumentation instrumentation, LateLocks late) {
    this.late = late;
    this.sections = new SectionInstrumentation(instrumentation, NonPreemption.class.getName());
  }

  /** What was changed, and what couldn't be and why. */
  record Outcome(Set<String> changed, Set<String> refused) {}

  /**
   * Rewrites what can be, and what was rewritten before.
   *
   * @param hooks what sections are to call from then on
   */
  Outcome install(String lockClass, SectionHooks hooks) {
    Set<TakingMethod> methods = late.methods(lockClass);
    Set<TakingMethod> whole = new LinkedHashSet<>();
    Set<TakingMethod> callers = new LinkedHashSet<>();
    Outcome outcome = new Outcome(new LinkedHashSet<>(), new LinkedHashSet<>());
    SectionInstrumentation.Rewriting rewriting =
        bytes -> {
          RequestRewriter.Result result =
              RequestRewriter.rewrite(
                  bytes,
                  (type, method) -> methods.contains(new TakingMethod(type, method)),
                  hooks,
                  (caller, called) ->
                      callers.contains(caller)
                          && whole.stream().anyMatch(method -> method.name().equals(called)));
          outcome.changed.addAll(result.changed());
          whole.addAll(result.whole());
          outcome.refused.addAll(result.refused());
          return result.bytes();
        };
    boolean again = sections.installed();
    outcome.refused.addAll(sections.install(classesOf(methods), rewriting));
    if (hooks.endTurns() || again) {
      whole.forEach(method -> callers.addAll(late.callers(lockClass, method)));
      outcome.refused.addAll(sections.install(classesOf(callers), rewriting));
    }
    current = hooks;
    return outcome;
  }

  /** Has sections call something else, if they don't already. */
  void rewrite(String lockClass, SectionHooks hooks) {
    if (hooks != current) {
      install(lockClass, hooks);
    }
  }

  boolean installed() {
    return sections.installed();
  }

  /** As {@link SectionInstrumentation#remove}. */
  @Nullable String remove() {
    return sections.remove();
  }

  /** As {@link SectionInstrumentation#removeRest}. */
  @Nullable String removeRest() {
    return sections.removeRest();
  }

  private List<Class<?>> classesOf(Set<TakingMethod> methods) {
    Set<String> names = new LinkedHashSet<>();
    methods.forEach(method -> names.add(method.type()));
    return sections.loaded(names);
  }
}
