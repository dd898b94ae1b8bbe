package dev.uncork.agent.remedy.counter;

import dev.uncork.agent.remedy.Observed;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.remedy.hooks.LockHooks;
import dev.uncork.boot.counter.CounterGroup;
import dev.uncork.boot.monitor.MonitorHooks;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Atomic counters in this JVM, until the kill switch, which puts all of them under their monitors
 * again.
 *
 * <p>Rewritten code does without the monitor at once, so that everything that may lock is hooked
 * when the start returns.
 */
public final class CounterRemedy implements Remedy {
  private final RemedySite site;
  private final LockHooks hooks;
  private final RemedyEvents events = new RemedyEvents(RemedyName.COUNTER);
  private final CountedClasses classes;
  private final Set<CounterGroup> undone = new HashSet<>();
  private boolean off;

  /** Changes nothing yet. */
  public CounterRemedy(RemedySite site, LockHooks hooks) {
    this.site = site;
    this.hooks = hooks;
    this.classes =
        new CountedClasses(
            site.classes(AgentOption.COUNTER), site.classes(AgentOption.COUNTER_ADDER), events);
    hooks.join(classes);
  }

  @Override
  public @Nullable String start() {
    String reason = site.isAttached() ? RemedySite.AS_LOADED : CounterGroup.switchOn();
    if (reason != null) {
      hooks.leave(classes);
      return reason;
    }
    MonitorHooks.watchClasses();
    hooks.begin();
    reason = hooks.hook();
    if (reason != null) {
      CounterGroup.switchOffAll(reason);
    }
    return reason;
  }

  @Override
  public void recordingStarted() {
    events.recordingStarted();
  }

  @Override
  public @Nullable String second(long nowNanos, Observed observed) {
    emit();
    return null;
  }

  @Override
  public synchronized void emit() {
    String broken = hooks.broken();
    if (broken != null) {
      undo(broken);
    }
    for (CounterGroup group : CounterGroup.all()) {
      String why = group.offBecause();
      if (why != null && group.used() && undone.add(group)) {
        events.tell(group.className(), RemedyState.UNDONE, why);
      }
    }
    events.drain();
  }

  @Override
  public synchronized @Nullable String undo(String why) {
    if (!off) {
      off = true;
      CounterGroup.switchOffAll(why);
    }
    return null;
  }

  @Override
  public synchronized String summary() {
    long back = CounterGroup.all().stream().filter(g -> g.used() && g.offBecause() != null).count();
    return RemedyName.COUNTER.label()
        + ": "
        + classes.summary()
        + (back == 0 || off ? "" : ", " + back + " back under the monitor")
        + (off ? "; switched off" : "");
  }
}
