package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.FrameText;
import dev.uncork.agent.observe.RecentMap;
import dev.uncork.boot.sample.ThreadStacks;
import dev.uncork.recording.event.ThreadSampleEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stacks as events carry them: a number, and the text with it now and then. What is sampled is
 * mostly what was sampled before, and JFR would write a text this long out each time.
 *
 * <p>A text is told again after {@link #AGAIN_NANOS}, since a reader may come late, and what was
 * recorded long ago may be gone. Numbers are never used again.
 *
 * <p>Methods are known by the JVM's numbers for them, which it never gives to another method.
 */
final class StackTexts {
  private static final int MAX_STACKS = 2048;
  private static final int MAX_FRAMES = 8192;
  private static final long AGAIN_NANOS = 10_000_000_000L;
  private static final String HOOKS = "dev.uncork.boot.";

  /** Gives the text of a frame, as {@link ThreadStacks#frame0}. */
  interface Frames {
    @Nullable String text(long method, long location);
  }

  /** Some words, compared by content. */
  private static final class Words {
    final long[] words;
    final int hash;

    Words(long[] words) {
      this.words = words;
      this.hash = Arrays.hashCode(words);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Words that && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** A stack. */
  static final class Stack {
    final int id;
    private final String text;
    private long toldNanos;
    private boolean told;

    private Stack(int id, String text) {
      this.id = id;
      this.text = text;
    }

    /**
     * Whether the innermost frame is one of those in which the JDK reads from a connection, or
     * waits for what happens at several.
     */
    boolean readsConnections() {
      return text.startsWith("sun.nio.ch.Net.poll(")
          || text.startsWith("sun.nio.ch.EPoll.wait(")
          || text.startsWith("sun.nio.ch.SocketDispatcher.read")
          || text.startsWith("sun.nio.ch.UnixDispatcher.read")
          || text.startsWith("java.net.SocketInputStream.socketRead0(");
    }

    /** Whether the innermost frame reads or writes what is a file, or a pipe. */
    boolean usesFiles() {
      return text.startsWith("java.io.FileInputStream.read")
          || text.startsWith("java.io.FileOutputStream.write");
    }

    /** Whether the innermost frame isn't the JDK's: one in native code is in a library's. */
    boolean isInForeignCode() {
      return !text.isEmpty() && FrameText.isOfProgram(text);
    }

    /** Its frames, one a line, innermost first. */
    String text() {
      return text;
    }

    /** Fills in what a sample tells of it. */
    void tell(ThreadSampleEvent event, long nowNanos) {
      event.stackId = id;
      event.stack = textToTell(nowNanos);
    }

    /**
     * Its text if it is time to tell it, else nothing; null would be read as lost by the live feed.
     */
    String textToTell(long nowNanos) {
      if (told && nowNanos - toldNanos < AGAIN_NANOS) {
        return "";
      }
      told = true;
      toldNanos = nowNanos;
      return text;
    }
  }

  /** Of a thread whose frames aren't known. */
  static final Stack NONE = new Stack(0, "");

  private final Frames source;
  private final Map<Words, Stack> stacks = new RecentMap<>(MAX_STACKS);
  private final Map<List<StackTraceElement>, Stack> stacksOfVirtualThreads =
      new RecentMap<>(MAX_STACKS);
  private final Map<Words, String> frames = new RecentMap<>(MAX_FRAMES);
  private int lastId;

  StackTexts(Frames source) {
    this.source = source;
  }

  /** A stack that was just walked. */
  Stack of(long[] words, int frameCount) {
    if (frameCount <= 0) {
      return NONE;
    }
    Words key = new Words(Arrays.copyOf(words, 2 * frameCount));
    Stack known = stacks.get(key);
    if (known == null) {
      known = new Stack(++lastId, text(words, frameCount));
      stacks.put(key, known);
    }
    return known;
  }

  /** A stack of a virtual thread, which the JDK has walked. */
  Stack of(StackTraceElement[] walked) {
    if (walked.length == 0) {
      return NONE;
    }
    List<StackTraceElement> key =
        List.of(walked).subList(0, Math.min(ThreadStacks.MAX_FRAMES, walked.length));
    Stack known = stacksOfVirtualThreads.get(key);
    if (known == null) {
      known = new Stack(++lastId, text(key));
      stacksOfVirtualThreads.put(List.copyOf(key), known);
    }
    return known;
  }

  /** A recording begins that knows no text. */
  void tellAllAgain() {
    stacks.values().forEach(stack -> stack.told = false);
    stacksOfVirtualThreads.values().forEach(stack -> stack.told = false);
  }

  private String text(long[] words, int frameCount) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < frameCount; i++) {
      String frame = frame(words[2 * i], words[2 * i + 1]);
      if (text.length() == 0 && frame.startsWith(HOOKS)) {
        continue;
      }
      text.append(text.length() == 0 ? "" : "\n").append(frame);
    }
    return text.toString();
  }

  private static String text(List<StackTraceElement> walked) {
    StringBuilder text = new StringBuilder();
    walked.forEach(frame -> FrameText.append(text, frame));
    return text.toString();
  }

  private String frame(long method, long location) {
    Words frame = new Words(new long[] {method, location});
    String known = frames.get(frame);
    if (known == null) {
      known = source.text(method, location);
      if (known == null) {
        return "(frame unknown)";
      }
      frames.put(frame, known);
    }
    return known;
  }
}
