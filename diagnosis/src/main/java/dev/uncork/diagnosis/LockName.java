package dev.uncork.diagnosis;

import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.SynchronizerName;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import java.util.List;

/**
 * The name of a lock as a human would say it.
 *
 * <p>A monitor is named by its class. Classes that say nothing about what they guard get their
 * dominant site too: {@code ReentrantLock in com.acme.Cache.put}, {@code Object in
 * com.acme.Pool.take}; a lock inside a JDK collection gets both: {@code ReentrantLock of
 * LinkedBlockingQueue in com.acme.Pool.take}. One deep inside the JDK is shown with the caller's
 * view: {@code Object of NativePRNG below UUID.randomUUID}.
 */
final class LockName {
  private LockName() {}

  /** Whether it is a monitor deep inside the JDK, whose name has the caller's view. */
  static boolean isDeep(LockUse lock) {
    return lock.id().kind() == LockKind.MONITOR && !below(lock.id(), stack(lock)).isEmpty();
  }

  private static List<Frame> stack(LockUse lock) {
    return lock.waiters().stream()
        .map(LockStack::frames)
        .filter(frames -> !frames.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  static String of(LockUse lock) {
    List<Frame> stack = stack(lock);
    String in =
        CodeOrigin.site(stack)
            .map(frame -> " in " + ClassNames.readable(frame.className()) + "." + frame.method())
            .orElse("");
    LockId id = lock.id();
    if (id.kind() != LockKind.MONITOR) {
      return synchronizer(id, stack) + in;
    }
    String below = below(id, stack);
    if (saysNothing(id.lockClass())) {
      String of = below.isEmpty() ? "" : " of " + owner(stack);
      return simple(ClassNames.readable(id.lockClass())) + of + (below.isEmpty() ? in : below);
    }
    return ClassNames.readable(id.lockClass()) + below;
  }

  /** Of a lock deep inside the JDK: the method of the JDK through which its users come. */
  private static String below(LockId id, List<Frame> stack) {
    List<Frame> ofJdk =
        stack.stream().takeWhile(frame -> !CodeOrigin.isApplication(frame)).toList();
    if (ofJdk.isEmpty() || ofJdk.size() == stack.size()) {
      return "";
    }
    Frame entry = ofJdk.get(ofJdk.size() - 1);
    String type = CodeOrigin.topLevelSimpleName(entry.className());
    boolean itself = type.equals(CodeOrigin.topLevelSimpleName(id.lockClass()));
    return itself || id.lockClass().startsWith("java.util.Collections$")
        ? ""
        : " below " + type + "." + entry.method();
  }

  private static String owner(List<Frame> stack) {
    return CodeOrigin.topLevelSimpleName(stack.get(0).className());
  }

  private static String synchronizer(LockId id, List<Frame> stack) {
    boolean modes = id.lockClass().contains("ReentrantReadWriteLock");
    String mode = id.kind() == LockKind.JUC_SHARED ? " (read)" : " (write)";
    return SynchronizerName.of(id.lockClass(), modes ? mode : "", stack);
  }

  private static boolean saysNothing(String className) {
    return className.startsWith("[")
        || className.equals("java.lang.Object")
        || className.equals("java.lang.Class")
        || className.equals("java.lang.String")
        || className.startsWith("java.util.Collections$");
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
