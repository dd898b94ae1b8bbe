package dev.uncork.recording.jfr;

import static dev.uncork.recording.jfr.EventFields.className;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import dev.uncork.recording.WaitKind;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of JFR's events of a wait, or sample of a running thread, as what a look would have seen. */
final class WaitEvent {
  static final String PINNED = "jdk.VirtualThreadPinned";

  /** All types but {@link #PINNED}, which lasts while a thread waits in one of these ways. */
  static final Map<String, WaitKind> KINDS =
      Map.ofEntries(
          Map.entry("jdk.JavaMonitorEnter", WaitKind.MONITOR),
          Map.entry("jdk.JavaMonitorWait", WaitKind.NOTIFICATION),
          Map.entry("jdk.ThreadPark", WaitKind.PARK),
          Map.entry("jdk.ThreadSleep", WaitKind.SLEEP),
          Map.entry("jdk.SocketRead", WaitKind.SOCKET),
          Map.entry("jdk.SocketWrite", WaitKind.SOCKET),
          Map.entry("jdk.FileRead", WaitKind.FILE),
          Map.entry("jdk.FileWrite", WaitKind.FILE),
          Map.entry("jdk.FileForce", WaitKind.FILE));

  /**
   * The call in which each of these ends, where that is certain or all are alike; the newer a JDK,
   * the more of its own frames it leaves out of the stack.
   */
  private static final Map<String, Frame> CALLS =
      Map.of(
          "jdk.ThreadSleep", new Frame("java.lang.Thread", "sleep", "", 0),
          "jdk.SocketRead", new Frame("sun.nio.ch.SocketDispatcher", "read", "", 0),
          "jdk.SocketWrite", new Frame("sun.nio.ch.SocketDispatcher", "write", "", 0),
          "jdk.FileRead", new Frame("sun.nio.ch.FileDispatcherImpl", "read", "", 0),
          "jdk.FileWrite", new Frame("sun.nio.ch.FileDispatcherImpl", "write", "", 0),
          "jdk.FileForce", new Frame("sun.nio.ch.FileDispatcherImpl", "force", "", 0));

  private WaitEvent() {}

  /** A thread in its wait; the whole of I/O is taken for waiting. */
  static ThreadSample waiting(JfrEvent event, String type, JfrThread thread) {
    return sample(thread, stack(event, type), state(event, type), 0, blocker(event, type));
  }

  /** A thread in Java code, or one in native code of which nobody knows whether it waits there. */
  static ThreadSample running(JfrThread thread, List<Frame> stack, boolean inNative) {
    return sample(thread, stack, Thread.State.RUNNABLE, inNative ? -1 : 1, Blocker.NONE);
  }

  private static ThreadSample sample(
      JfrThread thread, List<Frame> stack, Thread.State state, float cpuShare, Blocker blocker) {
    String name = thread.javaName();
    return new ThreadSample(
        id(thread), name.isEmpty() ? thread.osName() : name, state, cpuShare, 1, stack, blocker, 0);
  }

  static long id(JfrThread thread) {
    long id = thread.javaThreadId();
    return id > 0 ? id : -Math.max(1, thread.osThreadId());
  }

  private static List<Frame> stack(JfrEvent event, String type) {
    List<Frame> frames = event.stack().frames();
    Frame call = CALLS.get(type);
    if (call == null || frames.isEmpty() || isOf(frames.get(0), call)) {
      return frames;
    }
    List<Frame> whole = new ArrayList<>(frames.size() + 1);
    whole.add(call);
    whole.addAll(frames);
    return whole;
  }

  private static boolean isOf(Frame frame, Frame call) {
    return frame.className().equals(call.className()) && frame.method().equals(call.method());
  }

  private static Thread.State state(JfrEvent event, String type) {
    return switch (type) {
      case "jdk.JavaMonitorEnter" -> Thread.State.BLOCKED;
      case "jdk.ThreadSleep" -> Thread.State.TIMED_WAITING;
      case "jdk.JavaMonitorWait", "jdk.ThreadPark" ->
          number(event, "timeout", 0) > 0 || number(event, "until", 0) > 0
              ? Thread.State.TIMED_WAITING
              : Thread.State.WAITING;
      case PINNED -> Thread.State.WAITING;
      default -> Thread.State.RUNNABLE;
    };
  }

  private static Blocker blocker(JfrEvent event, String type) {
    return switch (type) {
      case "jdk.JavaMonitorEnter" ->
          new Blocker(className(event, "monitorClass"), monitor(event), owner(event));
      case "jdk.JavaMonitorWait" ->
          new Blocker(className(event, "monitorClass"), monitor(event), -1);
      case "jdk.ThreadPark" -> new Blocker(className(event, "parkedClass"), 0, -1);
      case "jdk.SocketRead", "jdk.SocketWrite" -> new Blocker("", 0, -1, peer(event));
      case "jdk.FileRead" -> read(text(event, "path"));
      case "jdk.FileWrite", "jdk.FileForce" -> new Blocker("", 0, -1, text(event, "path"));
      default -> Blocker.NONE;
    };
  }

  private static Blocker read(String path) {
    return new Blocker(path.isEmpty() ? AwaitedClass.INPUT : "", 0, -1, path);
  }

  /**
   * A number for a monitor, from the address of HotSpot's {@code ObjectMonitor}, which doesn't move
   * and isn't freed while a thread is blocked at it or waits on it. The address in an event of a
   * parked thread is the object's own, which moves with each collection: that one has no number.
   */
  private static int monitor(JfrEvent event) {
    long address = number(event, "address", 0);
    return address == 0 ? 0 : Math.max(1, Long.hashCode(address * 0x9E3779B97F4A7C15L) >>> 1);
  }

  private static long owner(JfrEvent event) {
    JfrThread owner = event.thread("previousOwner");
    return owner == null ? -1 : id(owner);
  }

  private static String peer(JfrEvent event) {
    String host = text(event, "host").isEmpty() ? text(event, "address") : text(event, "host");
    long port = number(event, "port", 0);
    if (port <= 0 || host.isEmpty()) {
      return host;
    }
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
