package dev.uncork.report.export;

import dev.uncork.recording.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * One line per stack, outermost frame first, as the flame graph scripts read them: {@code
 * Main.main;Cache.put;lock com.acme.Cache 42}.
 */
final class CollapsedStacks {
  private CollapsedStacks() {}

  static void write(StackProfile profile, StackKind kind, Appendable out) throws IOException {
    TreeMap<String, Long> lines = new TreeMap<>();
    for (StackProfile.Entry entry : profile.entries()) {
      if (entry.kind() == kind) {
        lines.merge(String.join(";", names(entry)), weight(entry), Long::sum);
      }
    }
    for (var line : lines.entrySet()) {
      if (line.getValue() > 0) {
        out.append(line.getKey()).append(' ').append(line.getValue().toString()).append('\n');
      }
    }
  }

  /** Frames from the outermost to the lock, in characters that no reader takes for its own. */
  static List<String> names(StackProfile.Entry entry) {
    List<String> names = new ArrayList<>();
    for (int i = entry.frames().size() - 1; i >= 0; i--) {
      Frame frame = entry.frames().get(i);
      names.add(clean(frame.qualifiedMethod()));
    }
    if (!entry.lockClass().isEmpty()) {
      names.add("lock " + clean(entry.lockClass()));
    }
    return names;
  }

  static long weight(StackProfile.Entry entry) {
    // Rounded up, so that no stack of a wait vanishes.
    return entry.kind() == StackKind.WAITS ? (entry.waitNanos() + 999) / 1000 : entry.count();
  }

  /**
   * A semicolon would end the frame, a line's end the stack, and {@code </script>} the program of
   * the page that shows it.
   */
  private static String clean(String name) {
    return name.replaceAll("[;\\p{Cntrl}\\u2028\\u2029]", "_").replaceAll("<(?=[/!])", "(");
  }
}
