package dev.uncork.agent.remedy;

import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.recording.event.ContendedLockEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The remedies that a session was asked for. Each of them fails by itself: neither the others nor
 * the session notice.
 */
public final class Remedies {
  private final List<Remedy.Kind> asked;
  private final Consumer<String> warning;

  /** Those that have started. */
  private volatile List<Applied> applied = List.of();

  /** Those of them that nothing went wrong with. */
  private volatile List<Applied> sound = List.of();

  private record Applied(Remedy.Kind kind, Remedy remedy) {}

  /**
   * Chooses the remedies that the options ask for; an {@code IllegalArgumentException} names an
   * option that belongs to none.
   *
   * @param all that there are
   * @param warning is told what goes wrong later, in one line
   */
  public Remedies(List<Remedy.Kind> all, AgentOptions options, Consumer<String> warning) {
    this.asked = all.stream().filter(kind -> kind.appliesTo(options)).toList();
    this.warning = warning;
    Set<String> unknown = options.unknown();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "agent option "
              + String.join(", ", unknown)
              + " is unknown, and no remedy has that name; there are "
              + all.stream().map(Remedy.Kind::name).collect(Collectors.joining(", ")));
    }
  }

  /** Whether any that was asked for has this need. */
  public boolean mayNeed(Remedy.Need need) {
    return asked.stream().anyMatch(kind -> kind.needs().contains(need));
  }

  /** Whether any that has started has this need. */
  public boolean need(Remedy.Need need) {
    return applied.stream().anyMatch(one -> one.kind().needs().contains(need));
  }

  /** Whether none has started. */
  public boolean isEmpty() {
    return applied.isEmpty();
  }

  /**
   * Makes all of them, then starts them.
   *
   * @param missing what all of them need and isn't there, or null
   * @param outcome is told each one's name and why it couldn't start, which is empty if it could
   */
  public void start(@Nullable String missing, BiConsumer<String, String> outcome) {
    List<Applied> made = new ArrayList<>();
    for (Remedy.Kind kind : asked) {
      made.add(new Applied(kind, missing == null ? make(kind) : new Refused(missing)));
    }
    List<Applied> started = new ArrayList<>();
    for (Applied one : made) {
      String reason = start(one);
      if (reason == null) {
        started.add(one);
      }
      outcome.accept(one.kind().name(), reason == null ? "" : reason);
    }
    applied = List.copyOf(started);
    sound = applied;
  }

  private static Remedy make(Remedy.Kind kind) {
    try {
      return kind.make().get();
    } catch (Throwable e) {
      return new Refused(internal(e));
    }
  }

  private static @Nullable String start(Applied one) {
    try {
      return one.remedy().start();
    } catch (Throwable e) {
      String reason = internal(e);
      String left = undo(one, reason);
      return left == null ? reason : reason + "; " + left;
    }
  }

  private static String internal(Throwable e) {
    return "internal error: " + (e.getCause() == null ? e : e.getCause());
  }

  /** The recording has started. */
  public void recordingStarted() {
    each(Remedy::recordingStarted);
  }

  /** What has to be told the counts of locks. */
  public List<LockListener> listeners() {
    List<LockListener> all = new ArrayList<>();
    for (Applied one : sound) {
      guarded(one, r -> r.listeners().forEach(told -> all.add(new GuardedListener(one, told))));
    }
    return all;
  }

  /** As {@link Remedy#second}. */
  public void second(long nowNanos, Observed observed) {
    each(
        remedy -> {
          String problem = remedy.second(nowNanos, observed);
          if (problem != null) {
            warning.accept(problem);
          }
        });
  }

  /** As {@link Remedy#emit}. */
  public void emit() {
    for (Applied one : applied) {
      try {
        one.remedy().emit();
      } catch (Throwable e) {
        warning.accept(one.kind().name() + ": its last events are missing: " + e);
      }
    }
  }

  /** As {@link Remedy#pauseSeconds}: the shortest pause of those that want one. */
  public int pauseSeconds() {
    List<Integer> pauses = new ArrayList<>();
    each(remedy -> pauses.add(remedy.pauseSeconds()));
    return pauses.stream().filter(seconds -> seconds > 0).min(Integer::compare).orElse(0);
  }

  /** Whether any is {@link Remedy#isTrying}. */
  public boolean isTrying() {
    List<Boolean> trials = new ArrayList<>();
    each(remedy -> trials.add(remedy.isTrying()));
    return trials.contains(true);
  }

  /**
   * Takes all of them back, the last one first.
   *
   * @return what couldn't be taken back, a line for each remedy
   */
  public List<String> undo(String why) {
    List<String> left = new ArrayList<>();
    List<Applied> all = applied;
    for (int i = all.size() - 1; i >= 0; i--) {
      String problem = undo(all.get(i), why);
      if (problem != null) {
        left.add(problem);
      }
    }
    return left;
  }

  private static @Nullable String undo(Applied one, String why) {
    try {
      return one.remedy().undo(why);
    } catch (Throwable e) {
      return one.kind().name() + " could not be taken back: " + e;
    }
  }

  /** What they did, a line for each. */
  public List<String> summaries() {
    List<String> lines = new ArrayList<>();
    for (Applied one : applied) {
      try {
        lines.add(one.remedy().summary());
      } catch (Throwable e) {
        lines.add(one.kind().name() + ": can't say what it did: " + e);
      }
    }
    return lines;
  }

  private void each(Consumer<Remedy> step) {
    sound.forEach(one -> guarded(one, step));
  }

  private void guarded(Applied one, Consumer<Remedy> step) {
    try {
      step.accept(one.remedy());
    } catch (Throwable e) {
      sound = sound.stream().filter(other -> other != one).toList();
      String left = undo(one, "internal error: " + e);
      warning.accept(one.kind().name() + " was switched off: " + (left == null ? e : left));
    }
  }

  /** One that couldn't be made. */
  private record Refused(String reason) implements Remedy {
    @Override
    public String start() {
      return reason;
    }

    @Override
    public @Nullable String undo(String why) {
      return null;
    }

    @Override
    public String summary() {
      return reason;
    }
  }

  /** A remedy's listener: should it fail, the others' counts don't depend on it. */
  private final class GuardedListener implements LockListener {
    private final Applied one;
    private final LockListener told;

    GuardedListener(Applied one, LockListener told) {
      this.one = one;
      this.told = told;
    }

    @Override
    public void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event) {
      tell(() -> told.lock(key, lockClass, event));
    }

    @Override
    public void waiters(
        LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
      tell(() -> told.waiters(key, lockClass, stack, count, waitNanos));
    }

    private void tell(Runnable counts) {
      for (Applied other : sound) { // Not contains: that would compare records.
        if (other == one) {
          guarded(one, remedy -> counts.run());
        }
      }
    }
  }
}
