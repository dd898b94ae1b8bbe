package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The other ends of the program's connections, and the files of its native code. Not each look at a
 * thread that reads from one tells it; then others at the same place do.
 */
final class Ends {
  /** The JDK's classes that call the kernel to read and write. */
  private static final String DISPATCHER = "Dispatcher";

  private static final String EVENT_LOOP = "EventLoop";
  private static final String WRITE = "write";

  /** CPU share since the last look from which on a thread that writes finds room for it. */
  private static final double WORKS = 0.02;

  /** Looks at a thread that waits at a connection from which on they tell what it waits for. */
  private static final int FEWEST_LOOKS = 8;

  private final Map<String, Blocker> answers = new HashMap<>();
  private final Map<String, String> files = new HashMap<>();
  private final Set<String> requests = new HashSet<>();
  private final Set<Long> selecting = new HashSet<>();

  /** Looks at threads that wait for an answer of the program, and for what it may tell unasked. */
  private final Map<Object, Integer> asking = new HashMap<>();

  private final Map<Object, Integer> listening = new HashMap<>();
  private final StackQuestion eventLoop = new StackQuestion(JdkWaits::inEventLoop);
  private final StackQuestion connection = new StackQuestion(Ends::isAtConnection);
  private String remote = "";
  private boolean own;
  private boolean connects;

  /** Adds a thread of one look. */
  void look(ThreadSample thread, Doing doing) {
    Blocker blocker = thread.blocker();
    boolean asks = !blocker.resource().isEmpty();
    boolean selects = eventLoop.of(doing.stack());
    if (selects) {
      selecting.add(thread.threadId());
    }
    connects |= connection.of(doing.stack());
    if (blocker.className().equals(AwaitedClass.FILE)) {
      files.merge(doing.method(), blocker.resource(), Ends::both);
    }
    if (isOwn(blocker)) {
      count(asking, thread, doing);
    } else if (blocker.className().equals(AwaitedClass.UNASKED)) {
      count(listening, thread, doing);
    }
    if (doing.activity() == Activity.SOCKET && asks) {
      answers.put(doing.method(), blocker);
    } else if (blocker.className().equals(AwaitedClass.REQUEST)) {
      requests.add(doing.method());
    } else if (selects && asks) {
      boolean here = isOwn(blocker);
      own |= here;
      remote = here ? remote : blocker.resource();
    }
  }

  /** What a thread waits for outside. */
  Blocker of(ThreadSample thread, Doing doing) {
    Blocker blocker = thread.blocker();
    if (doing.activity() == Activity.STORAGE && files.containsKey(doing.method())) {
      return new Blocker(AwaitedClass.FILE, 0, -1, files.get(doing.method()));
    }
    boolean told = doing.activity() != Activity.SOCKET || !blocker.resource().isEmpty();
    return told ? blocker : answers.getOrDefault(doing.method(), blocker);
  }

  /** Two files, or all of a folder, in one; empty where they are of several folders. */
  private static String both(String one, String other) {
    if (one.equals(other)) {
      return one;
    }
    return folder(one).equals(folder(other)) ? folder(one) + "*" : "";
  }

  private static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  /**
   * Whether a thread stands in native code in which others were seen to wait for a file: it waits
   * for one of them, or for the same.
   */
  boolean waitsForFile(Doing doing) {
    return doing.activity() == Activity.NATIVE && files.containsKey(doing.method());
  }

  /** Whether it is a thread of the program that answers there. */
  static boolean isOwn(Blocker end) {
    return end.className().equals(AwaitedClass.OWN_ANSWER);
  }

  private static void count(Map<Object, Integer> looks, ThreadSample thread, Doing doing) {
    looks.merge(thread.threadId(), 1, Integer::sum);
    looks.merge(doing.method(), 1, Integer::sum);
  }

  /**
   * Whether a thread mostly waits for what the program may tell it unasked, or others there do if
   * it was hardly looked at: then it does so, too, where a question was said last.
   */
  boolean listens(ThreadSample thread, Doing doing) {
    Object who = looks(thread.threadId()) >= FEWEST_LOOKS ? thread.threadId() : doing.method();
    return listening.getOrDefault(who, 0) > asking.getOrDefault(who, 0);
  }

  private int looks(long threadId) {
    return listening.getOrDefault(threadId, 0) + asking.getOrDefault(threadId, 0);
  }

  /** Whether a thread that reads from a connection waits for a client to ask. */
  boolean awaitsRequest(ThreadSample thread, Doing doing) {
    return doing.activity() == Activity.SOCKET
        && thread.blocker().resource().isEmpty()
        && requests.contains(doing.method())
        && !answers.containsKey(doing.method());
  }

  /**
   * Whether a thread that reads or writes doesn't wait: connections among which one selects never
   * make it wait, nor does a write as long as the thread goes on working.
   */
  boolean takesWhatIsThere(ThreadSample thread, Doing doing) {
    return doing.activity() == Activity.SOCKET
        && doing.stack().get(0).className().contains(DISPATCHER)
        && (doing.stack().get(0).method().startsWith(WRITE) && thread.cpuShare() >= WORKS
            || selecting.contains(thread.threadId())
            || doing.stack().stream().anyMatch(frame -> frame.className().endsWith(EVENT_LOOP)));
  }

  private static boolean isAtConnection(List<Frame> stack) {
    return stack.stream()
        .map(Frame::className)
        .anyMatch(
            type ->
                type.startsWith("java.net.")
                    || type.startsWith("sun.nio.ch.") && !type.startsWith("sun.nio.ch.File"));
  }

  /** Whether the program's event loops ask nobody but the program itself. */
  boolean loopsAskOnlyThemselves() {
    return own && remote.isEmpty();
  }

  /**
   * Whether who has a library ask asks the program itself: by its event loops, or where no thread
   * was ever seen at a connection, without any.
   */
  boolean asksOnlyItself() {
    return loopsAskOnlyThemselves() || !hasLoop() && !connects;
  }

  /** Whether there is an event loop. */
  boolean hasLoop() {
    return !selecting.isEmpty();
  }

  /** Host and port that an event loop asks; empty where unknown. */
  String ofLoops() {
    return remote;
  }
}
