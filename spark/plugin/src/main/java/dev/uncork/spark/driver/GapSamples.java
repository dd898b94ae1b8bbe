package dev.uncork.spark.driver;

import dev.uncork.spark.base.ProcessCpu;
import dev.uncork.spark.event.DriverGapEvent;
import dev.uncork.spark.event.DriverStack;
import dev.uncork.sparkledger.log.UserFrames;
import dev.uncork.sparkledger.model.DriverLook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was seen in one time without tasks: stacks and how often. Of one thread. */
final class GapSamples {
  private static final int MOST_STACKS = 200;
  private static final int STACKS_TOLD = 10;
  private static final int INNERMOST_FRAMES = 15;
  private static final int OUTERMOST_FRAMES = 25;
  private static final int FRAMES_BETWEEN = 15;

  private final Map<Object, DriverStack> stacks = new HashMap<>();
  private final long startMillis;
  private final long startGcMillis = ProcessCpu.collectingMillis();
  private final long startCpuMillis = ProcessCpu.millis();
  private int looks;
  private int pythonLooks;

  GapSamples(long startMillis) {
    this.startMillis = startMillis;
  }

  void add(List<Thread> threads) {
    looks++;
    boolean python = false;
    boolean called = false;
    for (Thread thread : threads) {
      StackTraceElement[] frames = thread.getStackTrace();
      if (frames.length > 0) {
        add(thread.getName(), told(frames));
        boolean serves = DriverThreads.servesPython(frames);
        python |= serves;
        called |= serves && !waits(frames);
      }
    }
    pythonLooks += python && !called ? 1 : 0;
  }

  /** Whether it reads what Python calls next: all that it has called is the JDK's. */
  static boolean waits(StackTraceElement[] frames) {
    for (StackTraceElement frame : frames) {
      if (!isOfJdk(frame.getClassName())) {
        return DriverThreads.servesPython(frame);
      }
    }
    return false;
  }

  private static boolean isOfJdk(String className) {
    return className.startsWith("java.")
        || className.startsWith("jdk.")
        || className.startsWith("sun.");
  }

  /** Spark's own frames hardly ever repeat: what it does for the same lines counts as one. */
  private void add(String thread, List<String> frames) {
    Optional<DriverLook> doing = UserFrames.doing(frames, 1);
    Object key = doing.isPresent() ? doing : thread;
    @Nullable DriverStack known = stacks.get(key);
    if (known != null) {
      known.samples++;
    } else if (stacks.size() < MOST_STACKS) {
      stacks.put(key, new DriverStack(thread, 1, frames));
    }
  }

  /**
   * Both ends of a deep one, what it does and which part of the program it is, and the outermost of
   * those between them that may be the program's.
   */
  static List<String> told(StackTraceElement[] frames) {
    Set<Integer> between = between(frames);
    List<String> told = new ArrayList<>();
    for (int i = 0; i < frames.length; i++) {
      if (isAtEnd(i, frames) || between.contains(i)) {
        StackTraceElement frame = frames[i];
        String line = frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "";
        String file = frame.getFileName() == null ? "Unknown Source" : frame.getFileName();
        told.add(frame.getClassName() + "." + frame.getMethodName() + "(" + file + line + ")");
      }
    }
    return told;
  }

  private static Set<Integer> between(StackTraceElement[] frames) {
    Set<Integer> between = new HashSet<>();
    for (int i = frames.length - 1; i >= 0 && between.size() < FRAMES_BETWEEN; i--) {
      if (!isAtEnd(i, frames) && UserFrames.mayBeUsers(frames[i].getClassName())) {
        between.add(i);
      }
    }
    return between;
  }

  private static boolean isAtEnd(int index, StackTraceElement[] frames) {
    return index < INNERMOST_FRAMES || index >= frames.length - OUTERMOST_FRAMES;
  }

  DriverGapEvent event(long endMillis) {
    DriverGapEvent event = new DriverGapEvent();
    event.startMillis = startMillis;
    event.endMillis = endMillis;
    event.gcMillis = Math.max(0, ProcessCpu.collectingMillis() - startGcMillis);
    event.cpuMillis = Math.max(0, ProcessCpu.millis() - startCpuMillis);
    event.looks = looks;
    event.pythonLooks = pythonLooks;
    event.stacks =
        stacks.values().stream()
            .sorted(Comparator.comparingInt((DriverStack stack) -> stack.samples).reversed())
            .limit(STACKS_TOLD)
            .toList();
    return event;
  }

  int looks() {
    return looks;
  }
}
