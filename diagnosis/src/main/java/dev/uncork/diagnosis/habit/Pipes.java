package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells reads of pipes and terminals from those of files: on the stack both are reads of a {@code
 * FileInputStream}.
 *
 * <p>No disk takes a tenth of a second for a read. A program that starts child processes reads what
 * they write; any other one waits for input.
 */
final class Pipes {
  private static final String STREAM = "java.io.FileInputStream";
  private static final String STARTER = "java.lang.ProcessBuilder";

  /** Looks in a row at which a thread stood in one read, from which on nobody owes it the input. */
  private static final int SILENT_LOOKS = 10;

  private final Set<String> starters = new HashSet<>();
  private final Set<String> slow = new HashSet<>();
  private final Set<String> silent = new HashSet<>();
  private final Map<Long, Integer> stood = new HashMap<>();

  /** Adds a thread of one look, and its group. */
  void look(ThreadSample thread, Doing doing, String group) {
    boolean starts =
        thread.stack().stream()
            .anyMatch(frame -> frame.className().equals(STARTER) && frame.method().equals("start"));
    if (starts || doing.activity() == Activity.CHILD_PROCESS) {
      starters.add(group);
    }
    boolean stays = reads(doing) && thread.cpuShare() == 0;
    int looks = stays ? stood.merge(thread.threadId(), 1, Integer::sum) : 0;
    if (!stays) {
      stood.remove(thread.threadId());
    }
    if (looks > 1) {
      slow.add(doing.method());
    }
    if (looks > SILENT_LOOKS) {
      silent.add(doing.method());
    }
  }

  /** What a thread does that reads. */
  Doing read(Doing doing, String group) {
    if (!reads(doing)) {
      return doing;
    }
    if (starters.contains(group) || !starters.isEmpty() && slow.contains(doing.method())) {
      return doing.as(Activity.CHILD_PROCESS);
    }
    return silent.contains(doing.method()) ? doing.as(Activity.IDLE) : doing;
  }

  private static boolean reads(Doing doing) {
    return doing.activity() == Activity.STORAGE
        && doing.stack().get(0).className().equals(STREAM)
        && doing.stack().get(0).method().startsWith("read");
  }
}
