package dev.uncork.diagnosis.stack;

import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells what threads do from their stacks, each of which it reads once.
 *
 * <p>The JDK's methods are known ({@link JdkWaits}), those of common libraries too. Of other code
 * that waits for a condition of its own, the names of its methods and classes tell: what waits in
 * {@code borrowObject} waits for an object of a pool, what waits in {@code put} for room.
 */
public final class StackReading {
  /** Frames of the application in which a name may tell what a condition is for. */
  private static final int NAMED_FRAMES = 4;

  private static final Set<String> NATIVE =
      Set.of(
          "sun.nio.ch.Net",
          "sun.nio.ch.SocketDispatcher",
          "sun.nio.ch.UnixDispatcher",
          "sun.nio.ch.FileDispatcherImpl",
          "sun.nio.ch.UnixFileDispatcherImpl",
          "sun.nio.ch.DatagramDispatcher",
          "sun.nio.ch.DatagramChannelImpl",
          "sun.nio.ch.EPoll",
          "sun.nio.ch.Poll",
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.RandomAccessFile",
          "java.io.FileDescriptor",
          "java.io.UnixFileSystem",
          "java.nio.MappedMemoryUtils",
          "java.net.SocketInputStream",
          "java.net.SocketOutputStream",
          "java.net.PlainSocketImpl",
          "java.net.Inet4AddressImpl",
          "java.net.Inet6AddressImpl",
          "sun.nio.fs.UnixNativeDispatcher",
          "java.lang.ProcessHandleImpl",
          "java.lang.ProcessImpl");

  private final Libraries libraries;
  private final SleepHelpers helpers;
  private final Map<List<Frame>, Reading> known = new IdentityHashMap<>();
  private final Map<String, Optional<LibraryWait>> pools = new HashMap<>();

  /** How a thread stands in its stack: its state, and the class of what it waits for. */
  private record Wait(Thread.State state, String blocker) {}

  /**
   * What such a thread does, and the next of the same stack: there are few, so that a search is
   * faster than a map.
   */
  private record Reading(Wait key, Doing doing, @Nullable Reading next) {}

  /** Has read nothing yet. */
  public StackReading(Libraries libraries) {
    this(libraries, SleepHelpers.NONE);
  }

  /**
   * The same.
   *
   * @param helpers methods that only sleep, in whose place their callers are named
   */
  public StackReading(Libraries libraries, SleepHelpers helpers) {
    this.libraries = libraries;
    this.helpers = helpers;
  }

  /** What a thread does, by its stack, its state and the class of what it waits for. */
  public Doing of(ThreadSample thread) {
    return of(thread.stack(), thread.state(), thread.blocker().className());
  }

  /** What a thread with that stack does. */
  public Doing of(List<Frame> stack, Thread.State state) {
    return of(stack, state, "");
  }

  private Doing of(List<Frame> stack, Thread.State state, String blocker) {
    Reading first = known.get(stack);
    for (Reading reading = first; reading != null; reading = reading.next) {
      if (reading.key.state == state && reading.key.blocker.equals(blocker)) {
        return reading.doing;
      }
    }
    Wait wait = new Wait(state, blocker);
    Doing doing = byBlocker(read(stack, wakesUp(stack, wait) ? Thread.State.WAITING : state), wait);
    known.put(stack, new Reading(wait, doing, first));
    return doing;
  }

  /**
   * Whether a thread that was notified wakes up: the JVM calls it blocked from then on, whether
   * anybody has the monitor or not.
   */
  private static boolean wakesUp(List<Frame> stack, Wait wait) {
    return wait.state == Thread.State.BLOCKED
        && wait.blocker.isEmpty()
        && !stack.isEmpty()
        && CodeOrigin.isMonitorWait(stack.get(0));
  }

  /** What a thread with that stack does, given what it waits for. */
  private Doing byBlocker(Doing doing, Wait wait) {
    if (doing.activity() == Activity.RUNNING && wait.blocker.equals(AwaitedClass.FILE)) {
      return doing.as(Activity.STORAGE); // In native code of its own.
    }
    if (doing.activity() == Activity.RUNNING && wait.blocker.equals(AwaitedClass.PAUSE)) {
      return pausing(doing);
    }
    if (doing.activity() == Activity.BACKOFF && !wait.blocker.isEmpty()) {
      return doing.as(Activity.CONDITION);
    }
    if (doing.activity() == Activity.LOCK && !isOwnLock(doing, wait)) {
      Optional<String> pool = lender(doing, wait);
      return pool.isPresent()
          ? doing.as(Activity.PERMIT, pool.get())
          : doing.as(synchronizer(wait.blocker));
    }
    boolean unasked =
        wait.blocker.equals(AwaitedClass.REQUEST) || wait.blocker.equals(AwaitedClass.UNASKED);
    if (doing.activity() == Activity.SOCKET && unasked) {
      return doing.as(Activity.IDLE); // A client or server has nothing to say.
    }
    return doing;
  }

  /** In native code a thread sleeps; that of some libraries does so until it gets a lock. */
  private Doing pausing(Doing doing) {
    Optional<LibraryWait> lock = libraries.match(doing.stack(), Activity.BACKOFF);
    return lock.isPresent() && lock.get().activity() == Activity.BACKOFF
        ? new Doing(Activity.LOCK, doing.site(), "", doing.stack(), lock)
        : doing.as(Activity.SLEEP);
  }

  /** The pool of a library that a thread belongs to, by its name. */
  public Optional<LibraryWait> pool(String threadName) {
    return pools.computeIfAbsent(threadName, libraries::pool);
  }

  /** What a thread does that looks as if it ran, but is off its core: it waits in native code. */
  public Doing asleep(Doing doing) {
    Optional<LibraryWait> library = libraries.match(doing.stack(), Activity.NATIVE);
    if (library.isPresent()) {
      return new Doing(library.get().activity(), doing.site(), "", doing.stack(), library);
    }
    boolean application = doing.stack().stream().anyMatch(CodeOrigin::isApplication);
    return doing.as(application ? Activity.NATIVE : Activity.IDLE);
  }

  /** Whether a library says that something of its own, whatever its name, is a lock. */
  private static boolean isOwnLock(Doing doing, Wait wait) {
    return doing.library().isPresent() && !wait.blocker.startsWith("java.");
  }

  /** The pool that waits for what it lends by a synchronizer of its own, made like a lock. */
  private static Optional<String> lender(Doing doing, Wait wait) {
    boolean own =
        wait.state != Thread.State.BLOCKED
            && !wait.blocker.isEmpty()
            && !wait.blocker.startsWith("java.");
    return doing.stack().stream()
        .filter(frame -> own && CodeOrigin.isApplication(frame))
        .limit(NAMED_FRAMES)
        .filter(NamedWaits::lends)
        .map(Frame::className)
        .findFirst();
  }

  /** Semaphores and latches take the same way as locks, those of libraries too. */
  private static Activity synchronizer(String blocker) {
    String type = CodeOrigin.outermost(blocker);
    if (type.endsWith("Semaphore")) {
      return Activity.PERMIT;
    }
    return type.endsWith("Latch") ? Activity.LATCH : Activity.LOCK;
  }

  private Doing read(List<Frame> stack, Thread.State state) {
    Optional<Frame> site = stack.isEmpty() ? Optional.empty() : CodeOrigin.site(stack);
    if (state == Thread.State.BLOCKED) {
      String entered = stack.isEmpty() ? "" : stack.get(0).className();
      return new Doing(Activity.LOCK, site, entered, stack, libraries.match(stack, Activity.LOCK));
    }
    boolean running = state == Thread.State.RUNNABLE;
    if (stack.isEmpty()) {
      return new Doing(
          running ? Activity.RUNNING : Activity.IDLE, site, "", stack, Optional.empty());
    }
    if (!running && carries(stack)) {
      return new Doing(Activity.PINNED, Optional.empty(), "", stack, Optional.empty());
    }
    if (running && !NATIVE.contains(stack.get(0).className())) {
      return new Doing(Activity.RUNNING, site, "", stack, Optional.empty());
    }
    return byFrames(stack, site, running);
  }

  private static boolean carries(List<Frame> stack) {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.className().equals(ThreadSample.VIRTUAL)
                    && frame.method().equals("runContinuation"));
  }

  private Doing byFrames(List<Frame> stack, Optional<Frame> site, boolean running) {
    Activity activity = running ? Activity.RUNNING : Activity.CONDITION;
    String object = "";
    int at = 0;
    while (at < stack.size() && !CodeOrigin.isApplication(stack.get(at))) {
      Optional<Activity> says = JdkWaits.of(stack.get(at));
      if (says.isPresent()) {
        activity = says.get();
        object = stack.get(at).className();
      }
      at++;
    }
    if (activity != Activity.LOCK && JdkWaits.takesLock(stack.subList(0, at))) {
      activity = Activity.LOCK;
    }
    Optional<LibraryWait> library = libraries.match(stack, activity);
    if (library.isPresent()) {
      Activity told = library.get().activity();
      return new Doing(told, site, told == activity ? object : "", stack, library);
    }
    if (activity == Activity.SLEEP) {
      return new Doing(activity, helpers.site(stack, site), object, stack, Optional.empty());
    }
    if (at == stack.size() && activity == Activity.CONDITION) {
      activity = Activity.IDLE; // The JDK's own threads.
    }
    if (activity == Activity.CONDITION || activity == Activity.QUEUE_EMPTY) {
      for (int i = at; i < stack.size() && i < at + NAMED_FRAMES; i++) {
        if (NamedWaits.lends(stack.get(i))) {
          String pool = stack.get(i).className();
          return new Doing(Activity.PERMIT, site, pool, stack, Optional.empty());
        }
      }
    }
    boolean datagram = activity == Activity.IDLE && object.contains("Datagram");
    if (datagram && stack.stream().skip(at).limit(NAMED_FRAMES).anyMatch(NamedWaits::asks)) {
      activity = Activity.SOCKET;
    }
    boolean unclear = activity == Activity.CONDITION || activity == Activity.BACKOFF;
    if (unclear && at < stack.size()) {
      Frame frame = stack.get(at);
      activity = NamedWaits.condition(frame).orElse(activity);
      object = frame.className();
    }
    return new Doing(activity, site, object, stack, Optional.empty());
  }
}
