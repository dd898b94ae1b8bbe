package dev.uncork.recording.read;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Locks as JFR's own events show them, for recordings that Uncork didn't make.
 *
 * <p>These hide every acquire below a threshold (20 ms by default, which hides nearly all), and
 * name a lock by its address, which moves with every collection: so there is one row per class.
 */
final class JfrLockEvents {
  private final LockTable table = new LockTable();
  private final Map<Long, String> typeNames = new HashMap<>();
  private long thresholdNanos = -1;
  private boolean monitorsOn;

  void defineType(long id, String name) {
    typeNames.put(id, name);
  }

  /** An event of kind {@code jdk.ActiveSetting}: tells the threshold. */
  void setting(RecordedEvent event) {
    String type = typeNames.getOrDefault(EventFields.number(event, "id", -1), "");
    if (!type.equals("jdk.JavaMonitorEnter")) {
      return;
    }
    String value = EventFields.text(event, "value");
    switch (EventFields.text(event, "name")) {
      case "threshold" -> thresholdNanos = JfrDuration.nanos(value);
      case "enabled" -> monitorsOn = value.equals("true");
      default -> {
        // Stack depth and the like say nothing about what is hidden.
      }
    }
  }

  void monitorEnter(RecordedEvent event, int second) {
    LockId id = new LockId(EventFields.className(event, "monitorClass"), 0, LockKind.MONITOR);
    blocked(id, event, second);
    Object owner = event.hasField("previousOwner") ? event.getValue("previousOwner") : null;
    if (owner instanceof RecordedThread thread && thread.getJavaName() != null) {
      table.addStack(id, true, thread.getJavaName(), "", 1, 0);
    }
  }

  void monitorWait(RecordedEvent event, int second) {
    waited(
        new LockId(EventFields.className(event, "monitorClass"), 0, LockKind.MONITOR),
        event,
        second);
  }

  void park(RecordedEvent event, int second) {
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
    return monitorsOn || !table.isEmpty();
  }

  long thresholdNanos() {
    return thresholdNanos;
  }

  private void blocked(LockId id, RecordedEvent event, int second) {
    LockTable.Totals delta = new LockTable.Totals();
    delta.blocked = 1;
    delta.acquireNanos = Math.max(0, event.getDuration().toNanos());
    delta.maxNanos = delta.acquireNanos;
    table.add(id, second, delta);
    List<Frame> frames = EventFields.frames(event);
    String stack = frames.stream().map(Frame::toString).collect(Collectors.joining("\n"));
    table.addStack(id, false, "", stack, 1, delta.acquireNanos);
  }

  private void waited(LockId id, RecordedEvent event, int second) {
    LockTable.Totals delta = new LockTable.Totals();
    delta.waits = 1;
    delta.waitedNanos = Math.max(0, event.getDuration().toNanos());
    table.add(id, second, delta);
  }
}
