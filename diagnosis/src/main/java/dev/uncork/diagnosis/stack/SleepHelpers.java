package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Methods that do nothing but sleep, for whoever calls them: not they tell what is slept for, but
 * their callers. They are known by being called in several places, of other classes too, and by
 * being seen at nothing else.
 */
public final class SleepHelpers {
  /** Knows of none. */
  public static final SleepHelpers NONE = new SleepHelpers(Set.of());

  private final Set<String> methods;

  private SleepHelpers(Set<String> methods) {
    this.methods = methods;
  }

  /** Those that were seen. */
  public static SleepHelpers of(List<Snapshot> snapshots) {
    Map<String, Set<Frame>> callers = new HashMap<>();
    for (List<Frame> stack : stacks(snapshots, Thread.State.TIMED_WAITING::equals)) {
      int sleeper = sleeper(stack);
      if (sleeper >= 0) {
        String method = stack.get(sleeper).qualifiedMethod();
        caller(stack, sleeper)
            .ifPresent(by -> callers.computeIfAbsent(method, key -> new HashSet<>()).add(by));
      }
    }
    callers.entrySet().removeIf(entry -> !isForOthers(entry.getKey(), entry.getValue()));
    if (callers.isEmpty()) {
      return NONE;
    }
    Set<String> helpers = new HashSet<>(callers.keySet());
    for (List<Frame> stack : stacks(snapshots, state -> true)) {
      int sleeper = sleeper(stack);
      for (int at = 0; at < stack.size(); at++) {
        if (at != sleeper && CodeOrigin.isApplication(stack.get(at))) {
          helpers.remove(stack.get(at).qualifiedMethod());
        }
      }
    }
    return new SleepHelpers(helpers);
  }

  /** Each stack once. */
  private static Set<List<Frame>> stacks(
      List<Snapshot> snapshots, Predicate<Thread.State> ofState) {
    Set<List<Frame>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        if (ofState.test(thread.state())) {
          seen.add(thread.stack());
        }
      }
    }
    return seen;
  }

  private static boolean isForOthers(String method, Set<Frame> callers) {
    String own = CodeOrigin.outermost(method.substring(0, method.lastIndexOf('.')));
    return callers.stream().map(Frame::qualifiedMethod).distinct().count() > 1
        && callers.stream().anyMatch(by -> !CodeOrigin.outermost(by.className()).equals(own));
  }

  /**
   * The frame that sleeps, or has a helper sleep.
   *
   * @param site the first frame of the application
   */
  Optional<Frame> site(List<Frame> stack, Optional<Frame> site) {
    return site.filter(frame -> methods.contains(frame.qualifiedMethod()))
        .flatMap(frame -> caller(stack, stack.indexOf(frame)))
        .or(() -> site);
  }

  /** Index of the application's first frame, where the JDK sleeps for it; else negative. */
  private static int sleeper(List<Frame> stack) {
    boolean sleeps = false;
    for (int at = 0; at < stack.size(); at++) {
      if (CodeOrigin.isApplication(stack.get(at))) {
        return sleeps ? at : -1;
      }
      sleeps = JdkWaits.of(stack.get(at)).filter(Activity.SLEEP::equals).isPresent();
    }
    return -1;
  }

  private static Optional<Frame> caller(List<Frame> stack, int of) {
    return stack.stream().skip(of + 1L).filter(CodeOrigin::isApplication).findFirst();
  }
}
