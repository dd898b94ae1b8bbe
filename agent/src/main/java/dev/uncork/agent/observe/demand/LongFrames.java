package dev.uncork.agent.observe.demand;

import dev.uncork.agent.jvm.ClassFiles;
import dev.uncork.agent.jvm.MountedThreads;
import dev.uncork.agent.observe.locks.LockCalls;
import dev.uncork.boot.sample.ThreadStacks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Loops that threads have been in for some time, in classes whose code is about to be changed.
 *
 * <p>When a class gets other code, methods of it that are running go on with the code they have,
 * changed or not, and HotSpot never compiles that again: a loop in it is interpreted for as long as
 * it takes, many times slower. So such a class must stay as it is.
 *
 * <p>Stacks don't tell two activations of a method from one. A frame counts as one activation when
 * it is at the same place of its thread's stack in all looks, which take half a second. They are
 * many, since a thread may be in the loops of a method nearly all the time and yet come out of it a
 * thousand times a second. A thread that sleeps in all of them, or was awake for moments only,
 * loses nothing by it. Of virtual threads, those are looked at that were on a carrier lately.
 */
public final class LongFrames {
  private static final int LOOKS = 10;
  private static final long BETWEEN_LOOKS_NANOS = 50_000_000;

  /**
   * How often each of these looks is repeated at most, and for how long, to see a thread outside.
   */
  private static final int REPETITIONS = 20;

  private static final long REPETITIONS_NANOS = 40_000_000;

  /** Looks at carriers, and time between them, in which virtual threads that run are found. */
  private static final int LOOKS_AT_CARRIERS = 10;

  private static final long BETWEEN_CARRIERS_NANOS = 5_000_000;
  private static final int MOST_VIRTUAL = 64;

  /**
   * Share of a core over all looks up to which a thread that sleeps in some was awake for moments:
   * what it needs to print a line now and then. Awake it may be for longer, where it has to wait
   * for a core.
   */
  private static final double MOMENTS = 0.005;

  private static final long UNKNOWN = -1;

  private static final int NO_LINE = 0;

  /** Whose native methods sleep, and wait to be notified. */
  private static final Set<String> IDLE = Set.of("java.lang.Thread", "java.lang.Object");

  /** Frames of one method that are followed at most. */
  private static final int MOST_OF_A_METHOD = 32;

  private static final class Frame {
    final Thread thread;
    final String type;
    final String method;

    /** From the outermost frame, which is 0, to this one. */
    final List<String> below;

    final Set<Integer> lines = new HashSet<>();

    private final ToLongFunction<Thread> cpuNanos;
    private final long cpuNanosBefore;
    private final long since = System.nanoTime();
    private boolean sleeps;
    private boolean wakes;

    Frame(Thread thread, StackTraceElement[] stack, int place, ToLongFunction<Thread> cpuNanos) {
      this.thread = thread;
      this.type = stack[place].getClassName();
      this.method = stack[place].getMethodName();
      this.below = names(stack, place);
      this.cpuNanos = cpuNanos;
      this.cpuNanosBefore = cpuNanos.applyAsLong(thread);
      seen(stack, place);
    }

    private void seen(StackTraceElement[] stack, int place) {
      lines.add(Math.max(NO_LINE, stack[place].getLineNumber()));
      boolean idle = isIdle(stack[0]);
      sleeps |= idle;
      wakes |= !idle;
    }

    /** Whether it was awake, and for more than moments. */
    boolean runs() {
      boolean moments =
          cpuNanosBefore != UNKNOWN
              && cpuNanos.applyAsLong(thread) - cpuNanosBefore
                  <= MOMENTS * (System.nanoTime() - since);
      return wakes && !(sleeps && moments);
    }

    /** It sleeps, waits to be notified, or parks for some time at most. */
    private boolean isIdle(StackTraceElement top) {
      return IDLE.contains(top.getClassName())
          || top.getMethodName().equals("park") && thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** Whether it is there still. */
    boolean lasts() {
      StackTraceElement[] stack = thread.getStackTrace();
      int place = stack.length - below.size();
      if (place < 0 || !names(stack, place).equals(below)) {
        return false;
      }
      seen(stack, place);
      return true;
    }

    /**
     * Whether this is a method whose loops the thread was never out of, or has before it.
     *
     * <p>A method that takes a lock may seem to last because its threads come back all the time: it
     * does only if they were never outside of its loops. A synchronized one would have kept all
     * others waiting.
     */
    boolean staysIn(MethodNode method) {
      if (!method.name.equals(this.method) || (method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
        return false;
      }
      boolean takesLock = false;
      Set<Integer> linesOfLoops = new HashSet<>();
      for (AbstractInsnNode instruction : method.instructions) {
        takesLock |= LockCalls.concerns(instruction);
        if (instruction instanceof JumpInsnNode jump
            && method.instructions.indexOf(jump.label) < method.instructions.indexOf(jump)) {
          linesOfLoops.addAll(linesOf(jump));
        }
      }
      int last = linesOfLoops.stream().mapToInt(line -> line).max().orElse(-1);
      int before = takesLock ? -1 : last;
      return lines.stream().allMatch(line -> linesOfLoops.contains(line) || line <= before);
    }

    /** The lines of a loop, and what a stack has where the class file doesn't tell them. */
    private static Set<Integer> linesOf(JumpInsnNode back) {
      Set<Integer> found = new HashSet<>(Set.of(NO_LINE));
      AbstractInsnNode at = back;
      while (at != back.label) {
        at = at.getPrevious();
        if (at instanceof LineNumberNode number) {
          found.add(number.line);
        }
      }
      while (at != null && !(at instanceof LineNumberNode)) {
        at = at.getPrevious();
      }
      if (at instanceof LineNumberNode number) {
        found.add(number.line); // that it begins in
      }
      return found;
    }

    private static List<String> names(StackTraceElement[] stack, int from) {
      List<String> names = new ArrayList<>();
      for (int i = stack.length - 1; i >= from; i--) {
        names.add(name(stack[i]));
      }
      return names;
    }

    static String name(StackTraceElement frame) {
      return frame.getClassName() + "." + frame.getMethodName();
    }
  }

  private final Map<String, List<Frame>> byClass = new HashMap<>();

  private LongFrames() {}

  /** Looks for frames of some classes that last. */
  public static LongFrames of(Set<String> classes) {
    return of(classes, LongFrames::cpuNanos);
  }

  /**
   * The same.
   *
   * @param cpuNanos CPU time that a thread has used, or {@link #UNKNOWN}
   */
  static LongFrames of(Set<String> classes, ToLongFunction<Thread> cpuNanos) {
    LongFrames found = new LongFrames();
    List<Frame> frames = frames(classes, cpuNanos);
    for (int look = 1; look < LOOKS && !frames.isEmpty(); look++) {
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
      long end = System.nanoTime() + REPETITIONS_NANOS;
      for (int i = 0; i < REPETITIONS && (i == 0 || System.nanoTime() - end < 0); i++) {
        frames.removeIf(frame -> !frame.lasts());
      }
    }
    frames.removeIf(frame -> !frame.runs());
    for (Frame frame : frames) {
      found.byClass.computeIfAbsent(frame.type, t -> new ArrayList<>()).add(frame);
    }
    return found;
  }

  private static long cpuNanos(Thread thread) {
    try {
      return ThreadStacks.cpuNanos0(thread);
    } catch (UnsatisfiedLinkError e) {
      return UNKNOWN; // the native library couldn't be loaded
    }
  }

  private static List<Frame> frames(Set<String> classes, ToLongFunction<Thread> cpuNanos) {
    Predicate<StackTraceElement> isOfThem = frame -> classes.contains(frame.getClassName());
    List<Frame> frames = new ArrayList<>();
    Map<String, Integer> ofMethods = new HashMap<>();
    Map<Thread, StackTraceElement[]> threads = Thread.getAllStackTraces();
    List<Thread> candidates = new ArrayList<>(mounted(threads.keySet()));
    threads.forEach(
        (thread, all) -> {
          if (thread != Thread.currentThread() && Arrays.stream(all).anyMatch(isOfThem)) {
            candidates.add(thread);
          }
        });
    for (Thread thread : candidates) {
      // Once more, since the first way shows hidden frames, too.
      StackTraceElement[] stack = thread.getStackTrace();
      for (int place = 0; place < stack.length; place++) {
        if (isOfThem.test(stack[place])
            && ofMethods.merge(Frame.name(stack[place]), 1, Integer::sum) <= MOST_OF_A_METHOD) {
          frames.add(new Frame(thread, stack, place, cpuNanos));
        }
      }
    }
    return frames;
  }

  /** Virtual threads that are on a carrier now or a little later. */
  private static Set<Thread> mounted(Set<Thread> platform) {
    List<Thread> carriers = platform.stream().filter(MountedThreads::isCarrier).toList();
    Set<Thread> found = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int look = 0; look < LOOKS_AT_CARRIERS && !carriers.isEmpty(); look++) {
      for (Thread carrier : carriers) {
        Thread thread = MountedThreads.on(carrier);
        if (thread != null && found.size() < MOST_VIRTUAL) {
          found.add(thread);
        }
      }
      LockSupport.parkNanos(BETWEEN_CARRIERS_NANOS);
    }
    return found;
  }

  /**
   * Why a class must stay as it is.
   *
   * @return null when nothing speaks against changing it, else the reason, to follow its name
   */
  public @Nullable String reasonAgainst(Class<?> type) {
    List<Frame> frames = byClass.getOrDefault(type.getName(), List.of());
    if (frames.isEmpty()) {
      return null;
    }
    byte[] code = classFile(type);
    ClassNode node = new ClassNode();
    if (code != null) {
      new ClassReader(code).accept(node, ClassReader.SKIP_FRAMES);
    }
    for (Frame frame : frames) {
      if (code == null || node.methods.stream().anyMatch(frame::staysIn)) {
        return "thread '"
            + frame.thread.getName()
            + "' is in a loop of its method "
            + frame.method
            + ", which the JVM would only interpret from then on";
      }
    }
    return null;
  }

  /** What a class was made of, as far as it is to be found. */
  static byte @Nullable [] classFile(Class<?> type) {
    return ClassFiles.around(type.getClassLoader(), type.getProtectionDomain())
        .bytes(type.getName().replace('.', '/'));
  }
}
