package dev.uncork.agent.session;

import dev.uncork.agent.status.StatusFile;
import dev.uncork.recording.event.CapabilityEvent;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the collector can do in this JVM, and what is missing and why: said in the recording, and as
 * a warning in the status file where something is missing.
 */
final class Capabilities {
  private final Map<String, String> details = new LinkedHashMap<>();
  private final StatusFile status;
  private boolean started;

  Capabilities(StatusFile status) {
    this.status = status;
  }

  /** Notes one capability; an empty detail says that it is available. */
  synchronized void note(String name, String detail) {
    details.put(name, detail);
    if (!detail.isEmpty()) {
      status.warn(name + ": not available: " + detail);
    }
  }

  /** Notes the loss of a capability while the recording runs. */
  synchronized void lost(String name, String detail) {
    note(name, detail);
    if (started) {
      emit(name, detail);
    }
  }

  /** Tells the recording, which has started: before, JFR's event classes must not be touched. */
  synchronized void emitAll() {
    started = true;
    details.forEach(Capabilities::emit);
  }

  private static void emit(String name, String detail) {
    CapabilityEvent event = new CapabilityEvent();
    event.name = name;
    event.available = detail.isEmpty();
    event.detail = detail;
    event.commit();
  }
}
