package dev.uncork.recording.jfr;

import dev.uncork.recording.Note;
import dev.uncork.recording.WaitKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which kinds of waits are in a recording, and what is missing of them. */
final class WaitKinds {
  /** JFR keeps somewhat fewer events than its limit allows. */
  private static final double NEARLY_ALL = 0.8;

  private static final int MAX_SECONDS = 1_000_000;

  private final JfrSettings settings;
  private final Set<String> seen = new HashSet<>();
  private final Map<String, Map<Long, Integer>> perSecond = new HashMap<>();

  WaitKinds(JfrSettings settings) {
    this.settings = settings;
  }

  void saw(String type, long second) {
    seen.add(type);
    Map<Long, Integer> counts = perSecond.computeIfAbsent(type, key -> new HashMap<>());
    if (counts.size() < MAX_SECONDS || counts.containsKey(second)) {
      counts.merge(second, 1, Integer::sum);
    }
  }

  /** Whether any were recorded, or would have been. */
  boolean any() {
    return WaitEvent.KINDS.keySet().stream().anyMatch(this::recorded);
  }

  Note.JfrWaits note(boolean unended) {
    List<Note.JfrWaits.OfKind> recorded = new ArrayList<>();
    List<WaitKind> off = new ArrayList<>();
    for (WaitKind kind : WaitKind.values()) {
      List<String> all =
          WaitEvent.KINDS.keySet().stream()
              .filter(type -> WaitEvent.KINDS.get(type) == kind)
              .toList();
      List<String> on = all.stream().filter(this::recorded).toList();
      if (!on.isEmpty()) {
        recorded.add(
            new Note.JfrWaits.OfKind(
                kind,
                on.stream().mapToLong(settings::thresholdNanos).max().orElse(-1),
                on.stream().anyMatch(this::limited)));
      } else if (all.stream().anyMatch(settings::isOff)) {
        off.add(kind);
      }
    }
    return new Note.JfrWaits(recorded, off, unended);
  }

  private boolean recorded(String type) {
    return settings.isOn(type) || seen.contains(type);
  }

  private boolean limited(String type) {
    double most = settings.mostPerSecond(type) * NEARLY_ALL;
    return perSecond.getOrDefault(type, Map.of()).values().stream().anyMatch(n -> n >= most);
  }
}
