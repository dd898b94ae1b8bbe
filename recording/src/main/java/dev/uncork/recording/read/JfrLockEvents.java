package dev.uncork.recording.read;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.jfr.EventFields;
import dev.uncork.recording.jfr.JfrSettings;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Locks as JFR's own events show them, for recordings that Uncork didn't make.
 *
 * <p>These hide every acquire below a threshold (20 ms by default, which hides nearly all), and
 * name a lock by its address, which moves with every collection: so there is one row per class.
 */
final class JfrLockEvents {
  private static final String MONITOR_ENTER = "jdk.JavaMonitorEnter";

  private final LockTable table = new LockTable();
  private final JfrSettings settings;

  JfrLockEvents(JfrSettings settings) {
    this.settings = settings;
  }

  /** An event of a wait, of which some are waits for locks. */
  void waited(JfrEvent event, String type, int second) {
    switch (type) {
      case MONITOR_ENTER -> monitorEnter(event, second);
      case "jdk.JavaMonitorWait" -> monitorWait(event, second);
      case "jdk.ThreadPark" -> park(event, second);
      default -> {
        // Not for a lock.
      }
    }
  }

  private void monitorEnter(JfrEvent event, int second) {
    LockId id = new LockId(EventFields.className(event, "monitorClass"), 0, LockKind.MONITOR);
    blocked(id, event, second);
    JfrThread owner = event.thread("previousOwner");
    if (owner != null && !owner.javaName().isEmpty()) {
      table.addStack(id, true, owner.javaName(), "", 1, 0);
    }
  }

  private void monitorWait(JfrEvent event, int second) {
    waited(
        new LockId(EventFields.className(event, "monitorClass"), 0, LockKind.MONITOR),
        event,
        second);
  }

  private void park(JfrEvent event, int second) {
    String parked = EventFields.className(event, "parkedClass");
    if (parked.endsWith("$ConditionObject")
        || parked.startsWith("java.util.concurrent.CountDown")) {
      waited(new LockId(parked, 0, LockKind.JUC), event, second);
    } else if (parked.endsWith("Sync")) {
      boolean shared = parked.startsWith("java.util.concurrent.Semaphore");
      blocked(new LockId(parked, 0, shared ? LockKind.JUC_SHARED : LockKind.JUC), event, second);
    }
  }

  LockTable table() {
    return table;
  }

  boolean usable() {
    return settings.isOn(MONITOR_ENTER) || !table.isEmpty();
  }

  /** What is shorter isn't recorded; negative where unknown. */
  long thresholdNanos() {
    return settings.thresholdNanos(MONITOR_ENTER);
  }

  private void blocked(LockId id, JfrEvent event, int second) {
    LockTable.Totals delta = new LockTable.Totals();
    delta.blocked = 1;
    delta.acquireNanos = Math.max(0, event.durationNanos());
    delta.maxNanos = delta.acquireNanos;
    table.add(id, second, delta);
    List<Frame> frames = event.stack().frames();
    String stack = frames.stream().map(Frame::toString).collect(Collectors.joining("\n"));
    table.addStack(id, false, "", stack, 1, delta.acquireNanos);
  }

  private void waited(LockId id, JfrEvent event, int second) {
    LockTable.Totals delta = new LockTable.Totals();
    delta.waits = 1;
    delta.waitedNanos = Math.max(0, event.durationNanos());
    table.add(id, second, delta);
  }
}
