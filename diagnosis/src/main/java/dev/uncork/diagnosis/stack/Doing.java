package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a thread does by its stack.
 *
 * @param site the application's frame that does it
 * @param method qualified name of its method; empty where unknown
 * @param object what it waits for, as far as the stack tells: a class of the JDK or of the
 *     application; empty where unknown
 * @param library what is known of the library in which it waits
 */
public record Doing(
    Activity activity,
    Optional<Frame> site,
    String method,
    String object,
    List<Frame> stack,
    Optional<LibraryWait> library) {
  /** Methods of the JDK that return when the class is initialised, and do little else. */
  private static final Set<String> INITIALISING =
      Set.of(
          "jdk.internal.misc.Unsafe.ensureClassInitialized0",
          "jdk.internal.reflect.NativeConstructorAccessorImpl.newInstance0",
          "jdk.internal.reflect.DirectConstructorHandleAccessor$NativeAccessor.newInstance0");

  private static final Set<String> BARRIERS =
      Set.of("java.util.concurrent.CyclicBarrier", "java.util.concurrent.Phaser");

  /** With the method of its site. */
  public Doing(
      Activity activity,
      Optional<Frame> site,
      String object,
      List<Frame> stack,
      Optional<LibraryWait> library) {
    this(activity, site, site.map(Frame::qualifiedMethod).orElse(""), object, stack, library);
  }

  /** Whether what is waited for has an end that the program itself can't bring about. */
  public boolean external() {
    return isExternal(activity);
  }

  static boolean isExternal(Activity activity) {
    return switch (activity) {
      case SOCKET, STORAGE, SLEEP, CHILD_PROCESS -> true;
      default -> false;
    };
  }

  /** Whether it waits for what some other thread does. */
  public boolean dependent() {
    return switch (activity) {
      case FUTURE, LATCH, BARRIER, CONDITION, BACKOFF -> true;
      default -> false;
    };
  }

  /** Whether it waits for the result of a task, or the end of several. */
  public boolean isForResult() {
    return activity == Activity.FUTURE || activity == Activity.LATCH;
  }

  /** The same, taken for another activity. */
  public Doing as(Activity other) {
    return other == activity ? this : as(other, object);
  }

  /** The same, taken for another activity and waiting for something else. */
  public Doing as(Activity other, String what) {
    return new Doing(other, site, method, what, stack, library);
  }

  /** Whether another thread that takes the next task meanwhile would only wait too. */
  public boolean keepsOthersOut() {
    return switch (activity) {
      case LOCK, PERMIT, QUEUE_FULL, IDLE, NATIVE -> true;
      case SLEEP -> library.isPresent(); // which lets only so many through in a second
      case STORAGE -> library.isPresent() || forces();
      default -> false;
    };
  }

  /** Whether it has the disk keep what was written, for which there is one disk. */
  public boolean forces() {
    return stack.stream()
        .takeWhile(frame -> !CodeOrigin.isApplication(frame))
        .anyMatch(frame -> frame.method().startsWith("force") || frame.method().startsWith("sync"));
  }

  /** Whether it cuts off a piece of what a parallel stream is over, as the task of a pool. */
  public boolean splits() {
    return stack.stream().anyMatch(frame -> frame.method().equals("trySplit"));
  }

  /** Whether it runs the action of a barrier, at which all others wait meanwhile. */
  public boolean isBarrierAction() {
    return stack.stream()
        .dropWhile(frame -> !CodeOrigin.isApplication(frame))
        .anyMatch(frame -> BARRIERS.contains(frame.className()));
  }

  /** Whether it is in native code that has a class initialised, or waits until another one has. */
  public boolean asksToInitialise() {
    return !stack.isEmpty() && INITIALISING.contains(stack.get(0).qualifiedMethod());
  }

  /** The class that it initialises at the moment. */
  public Optional<String> initialises() {
    return stack.stream()
        .filter(frame -> frame.method().equals("<clinit>"))
        .map(Frame::className)
        .findFirst();
  }
}
