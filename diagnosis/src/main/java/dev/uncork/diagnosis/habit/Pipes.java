package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells reads and writes of pipes and terminals from those of files: on the stack both are those of
 * a {@code FileInputStream} or {@code FileOutputStream}.
 *
 * <p>Where the kernel said that it is a pipe to a child process, it is; what has no name is such a
 * pipe or other input, never a file. No disk takes a tenth of a second for a read: a program that
 * starts child processes reads what they write; any other one waits for input. Code that starts one
 * child after another and waits for results waits for theirs.
 */
final class Pipes {
  private static final String INPUT = "java.io.FileInputStream";
  private static final String OUTPUT = "java.io.FileOutputStream";
  private static final String STARTER = "java.lang.ProcessBuilder";

  /** Looks in a row at which a thread stood in one read, from which on nobody owes it the input. */
  private static final int SILENT_LOOKS = 10;

  /** Methods of the application that start a child: the one that does, and its caller. */
  private static final int STARTING = 2;

  /** Times that code was seen to start a child, from which on it isn't done with that. */
  private static final int AGAIN = 2;

  private final StackQuestion startsChild = new StackQuestion(Pipes::startsChild);
  private final Set<String> toChildren = new HashSet<>();
  private final Set<String> inputs = new HashSet<>();
  private final Set<String> starters = new HashSet<>();
  private final Map<String, Integer> starting = new HashMap<>();
  private final Set<Long> startingNow = new HashSet<>();
  private final Set<String> slow = new HashSet<>();
  private final Set<String> silent = new HashSet<>();
  private final Map<Long, Integer> stood = new HashMap<>();
  private final Set<String> others = new HashSet<>();

  /** Adds a thread of one look, and its group. */
  void look(ThreadSample thread, Doing doing, String group) {
    if (thread.blocker().className().equals(AwaitedClass.PIPE)) {
      toChildren.add(doing.method());
    }
    if (thread.blocker().className().equals(AwaitedClass.INPUT)) {
      inputs.add(doing.method());
    }
    if (!isIn(INPUT, "read", doing)) { // Of a child's output too, whatever is told of it.
      others.add(group);
    }
    boolean starts = startsChild.of(thread.stack());
    if (starts || doing.activity() == Activity.CHILD_PROCESS) {
      starters.add(group);
    }
    if (!starts) {
      startingNow.remove(thread.threadId());
    } else if (startingNow.add(thread.threadId())) {
      thread.stack().stream()
          .filter(CodeOrigin::isApplication)
          .limit(STARTING)
          .forEach(frame -> starting.merge(frame.qualifiedMethod(), 1, Integer::sum));
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

  /** What a thread does that reads or writes, or waits for a result. */
  Doing told(Doing doing, String group) {
    boolean startsAgain = starting.getOrDefault(doing.method(), 0) >= AGAIN;
    if (doing.activity() == Activity.FUTURE && startsAgain) {
      return doing.as(Activity.CHILD_PROCESS);
    }
    if ((reads(doing) || writes(doing)) && toChildren.contains(doing.method())) {
      return doing.as(Activity.CHILD_PROCESS);
    }
    if (doing.activity() == Activity.STORAGE && inputs.contains(doing.method())) {
      return doing.as(starters.isEmpty() ? Activity.IDLE : Activity.CHILD_PROCESS);
    }
    if (!reads(doing)) {
      return doing;
    }
    if (starters.contains(group) || !starters.isEmpty() && slow.contains(doing.method())) {
      return doing.as(Activity.CHILD_PROCESS);
    }
    return silent.contains(doing.method()) ? doing.as(Activity.IDLE) : doing;
  }

  private static boolean startsChild(List<Frame> stack) {
    return stack.stream()
        .anyMatch(frame -> frame.className().equals(STARTER) && frame.method().equals("start"));
  }

  /** Whether threads of that group do nothing but read. */
  boolean onlyReads(String group) {
    return !others.contains(group);
  }

  private static boolean reads(Doing doing) {
    return doing.activity() == Activity.STORAGE && isIn(INPUT, "read", doing);
  }

  private static boolean writes(Doing doing) {
    return doing.activity() == Activity.STORAGE && isIn(OUTPUT, "write", doing);
  }

  private static boolean isIn(String type, String method, Doing doing) {
    return !doing.stack().isEmpty()
        && doing.stack().get(0).className().equals(type)
        && doing.stack().get(0).method().startsWith(method);
  }
}
