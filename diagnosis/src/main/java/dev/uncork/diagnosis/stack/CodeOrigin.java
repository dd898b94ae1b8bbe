package dev.uncork.diagnosis.stack;

import dev.uncork.protocol.CodeAccess;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/** Tells the code of the application from that of the JDK and of Uncork. */
public final class CodeOrigin {
  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
  private static final List<String> UNCORK = List.of("dev.uncork.boot.", "dev.uncork.agent.");
  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String LOCKS = "java.util.concurrent.locks.";

  private CodeOrigin() {}

  /** Whether a frame is neither of the JDK nor of Uncork. */
  public static boolean isApplication(Frame frame) {
    String name = frame.className();
    return !name.isEmpty()
        && JDK.stream().noneMatch(name::startsWith)
        && !isUncork(frame)
        && !isSpinWait(frame);
  }

  /**
   * Whether a frame only tells the CPU that its thread spins, in the JDK or by way of a library.
   */
  public static boolean isSpinWait(Frame frame) {
    return frame.method().equals("onSpinWait");
  }

  /** Whether a frame is of Uncork, as it is in the observed JVM. */
  public static boolean isUncork(Frame frame) {
    return UNCORK.stream().anyMatch(frame.className()::startsWith);
  }

  /**
   * The frame that a human would call the site of a stack: the first one of the application, or
   * else the first one above the machinery of locks.
   */
  public static Optional<Frame> site(List<Frame> stack) {
    return stack.stream()
        .filter(CodeOrigin::isApplication)
        .filter(frame -> !isAdapter(frame))
        .findFirst()
        .or(() -> stack.stream().filter(CodeOrigin::isApplication).findFirst())
        .or(() -> stack.stream().filter(frame -> !isLockMachinery(frame)).findFirst())
        .or(() -> stack.stream().findFirst());
  }

  /** Whether the JVM made a frame's class for a lambda: it has no code of its own. */
  public static boolean isAdapter(Frame frame) {
    return frame.className().contains("$$Lambda");
  }

  /** The method of the JDK that the first frame of the application calls; empty for its own. */
  public static Optional<Frame> call(List<Frame> stack) {
    for (int i = 1; i < stack.size(); i++) {
      if (isApplication(stack.get(i))) {
        return Optional.of(stack.get(i - 1));
      }
    }
    return Optional.empty();
  }

  /**
   * The class of the JDK that owns a {@code java.util.concurrent} lock, such as {@code
   * LinkedBlockingQueue}: the last one below the application's first frame that isn't a lock.
   */
  public static Optional<String> concurrentOwner(List<Frame> stack) {
    String owner = "";
    for (Frame frame : stack) {
      if (isApplication(frame)) {
        break;
      }
      if (frame.className().startsWith(CONCURRENT) && !isLockMachinery(frame)) {
        owner = frame.className();
      }
    }
    return owner.isEmpty() ? Optional.empty() : Optional.of(topLevelSimpleName(owner));
  }

  /** The outermost class of a binary name, without its package. */
  public static String topLevelSimpleName(String className) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    int dollar = simple.indexOf('$');
    return dollar > 0 ? simple.substring(0, dollar) : simple;
  }

  /**
   * Whether a lock's readers all write to one word, though none of them waits; by the name of its
   * class or as code calls it.
   */
  public static boolean isReadWriteLock(String object) {
    return object.contains("ReadWriteLock")
        || object.contains("StampedLock")
        || object.contains("readLock()");
  }

  /**
   * Whether what fails and is tried again is a read that takes no lock, of a {@code StampedLock}.
   */
  public static boolean isOptimisticRead(String object) {
    return object.endsWith(CodeAccess.OPTIMISTIC_READ);
  }

  /** The lock of an optimistic read; empty where unknown. */
  public static String optimisticallyRead(String object) {
    int end = object.length() - CodeAccess.OPTIMISTIC_READ.length() - 1;
    return object.substring(0, Math.max(0, end));
  }

  /** The binary name of the outermost class. */
  public static String outermost(String className) {
    int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
    return dollar < 0 ? className : className.substring(0, dollar);
  }

  private static boolean isLockMachinery(Frame frame) {
    String name = frame.className();
    return name.startsWith(LOCKS)
        || name.startsWith("jdk.internal.")
        || isUncork(frame)
        || (name.startsWith(CONCURRENT) && isSynchronizer(topLevelSimpleName(name)))
        || isMonitorWait(frame);
  }

  /** Whether a frame is of {@link Object#wait()}, by whichever of its methods. */
  public static boolean isMonitorWait(Frame frame) {
    return frame.className().equals("java.lang.Object") && frame.method().startsWith("wait");
  }

  private static boolean isSynchronizer(String simpleName) {
    return switch (simpleName) {
      case "Semaphore", "CountDownLatch", "CyclicBarrier", "Phaser" -> true;
      default -> false;
    };
  }
}
