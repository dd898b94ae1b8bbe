package dev.uncork.agent.observe.work;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the JVM itself counts; it is asked first by who needs it, since that loads much. */
final class JvmCounters {
  private @Nullable List<WorkCounter> counters;

  List<WorkCounter> get() {
    List<WorkCounter> found = counters;
    if (found == null) {
      WorkCounter bytes = AllocatedBytes.ofJvm();
      found = bytes == null ? List.of() : List.of(bytes);
      counters = found;
    }
    return found;
  }
}
