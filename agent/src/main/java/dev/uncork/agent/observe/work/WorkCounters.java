package dev.uncork.agent.observe.work;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that counts the program's work by now. */
public final class WorkCounters {
  private @Nullable List<WorkCounter> ofJvm;

  /** The counters; a later call may give more of them. */
  public List<WorkCounter> all() {
    List<WorkCounter> found = ofJvm;
    if (found == null) {
      found = new ArrayList<>();
      WorkCounter bytes = AllocatedBytes.ofJvm();
      if (bytes != null) {
        found.add(bytes);
      }
      ofJvm = found;
    }
    return List.copyOf(found);
  }
}
