package dev.uncork.agent.observe.demand;

import dev.uncork.agent.jvm.OriginalCode;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Classes whose critical sections are instrumented for now, and their way back. Both spare classes
 * that a thread is in a loop of: see {@link LongFrames}. A class belongs to one of these at a time:
 * instrumenting it again begins with its original code.
 */
public final class SectionInstrumentation {
  /** What is done to a class. */
  public interface Rewriting {
    /** The rewritten class file, or an empty array if it stays as it is. */
    byte[] rewrite(byte[] original);
  }

  /** A look at what threads are in takes half a second, so that there are ever fewer. */
  private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;

  private static final long LONGEST_PAUSE_NANOS = 300_000_000_000L;

  /**
   * Classes of one name up to which they are changed. Each change stops all threads and goes
   * through all classes; where there are more, a program loads its class again and again.
   */
  private static final int MOST_OF_A_NAME = 16;

  private static final Set<SectionInstrumentation> ALL =
      Collections.newSetFromMap(new WeakHashMap<>());

  private final Instrumentation instrumentation;
  private final String hooks;
  private final Map<Class<?>, byte[]> originals = new LinkedHashMap<>();
  private boolean removed;
  private long triedNanos;
  private long pauseNanos;

  /**
   * Changes nothing yet.
   *
   * @param hooks the class that rewritten code calls
   */
  public SectionInstrumentation(Instrumentation instrumentation, String hooks) {
    this.instrumentation = instrumentation;
    this.hooks = hooks;
    synchronized (ALL) {
      ALL.add(this);
    }
  }

  private boolean belongsToAnother(Class<?> type) {
    synchronized (ALL) {
      return ALL.stream().anyMatch(one -> one != this && one.originals.containsKey(type));
    }
  }

  /**
   * The classes of these names that are loaded; several where several class loaders have one, none
   * where very many have.
   */
  public List<Class<?>> loaded(Set<String> names) {
    Map<String, List<Class<?>>> found = new LinkedHashMap<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (names.contains(type.getName())) {
        found.computeIfAbsent(type.getName(), name -> new ArrayList<>()).add(type);
      }
    }
    List<Class<?>> all = new ArrayList<>();
    found.values().stream().filter(each -> each.size() <= MOST_OF_A_NAME).forEach(all::addAll);
    return all;
  }

  /**
   * Instruments what can be, anew what is already; what can't is left as it is.
   *
   * @return the classes that threads are in loops of, each with the reason
   */
  public Set<String> install(List<Class<?>> types, Rewriting rewriting) {
    removed = false;
    Set<String> spared = new LinkedHashSet<>();
    LongFrames frames = LongFrames.of(names(types));
    Rewriter rewriter = new Rewriter(rewriting);
    instrumentation.addTransformer(rewriter, true);
    try {
      for (Class<?> type : types) {
        if (!instrumentation.isModifiableClass(type)
            || !seesHooks(type)
            || belongsToAnother(type)) {
          continue;
        }
        String reason = frames.reasonAgainst(type);
        if (reason != null) {
          spared.add(type.getName() + ": " + reason);
          continue;
        }
        rewriter.target = type;
        boolean before = originals.containsKey(type);
        try {
          instrumentation.retransformClasses(type);
        } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
          if (!before) {
            originals.remove(type);
          }
        }
      }
    } finally {
      instrumentation.removeTransformer(rewriter);
    }
    return spared;
  }

  private static Set<String> names(Collection<Class<?>> types) {
    Set<String> names = new LinkedHashSet<>();
    types.forEach(type -> names.add(type.getName()));
    return names;
  }

  /** Some class loaders ask nobody else: code there couldn't call the hooks. */
  private boolean seesHooks(Class<?> type) {
    try {
      Class<?> seen = Class.forName(hooks, false, type.getClassLoader());
      return seen == Class.forName(hooks, false, null);
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return false;
    }
  }

  /** Whether any class is instrumented. */
  public boolean installed() {
    return !originals.isEmpty();
  }

  /**
   * Gives the classes the code that they had before; those that threads are in loops of keep what
   * they have, until {@link #removeRest} finds no thread there.
   *
   * @return null when it is proven that they have it, else what went wrong, in one line
   */
  public @Nullable String remove() {
    removed = true;
    pauseNanos = FIRST_PAUSE_NANOS;
    List<String> wrong = new ArrayList<>();
    String failed = giveBack(wrong);
    if (failed != null) {
      wrong.add(failed);
    }
    return wrong.isEmpty() ? null : String.join("; ", wrong);
  }

  /**
   * To be called now and then: tries again what had to be left, in ever longer intervals.
   *
   * @return null, or what went wrong otherwise, in one line
   */
  public @Nullable String removeRest() {
    if (!removed || !installed() || System.nanoTime() - triedNanos < pauseNanos) {
      return null;
    }
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    return giveBack(new ArrayList<>());
  }

  private @Nullable String giveBack(List<String> left) {
    LongFrames frames = LongFrames.of(names(originals.keySet()));
    Map<Class<?>, byte[]> free = new LinkedHashMap<>();
    originals.forEach(
        (type, code) -> {
          String reason = frames.reasonAgainst(type);
          if (reason == null) {
            free.put(type, code);
          } else {
            left.add(
                type.getName() + " keeps its calls to Uncork, which do nothing now: " + reason);
          }
        });
    originals.keySet().removeAll(free.keySet());
    triedNanos = System.nanoTime();
    return OriginalCode.restore(instrumentation, free);
  }

  private final class Rewriter implements ClassFileTransformer {
    private final Rewriting rewriting;
    private @Nullable Class<?> target;

    Rewriter(Rewriting rewriting) {
      this.rewriting = rewriting;
    }

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String className,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (redefined == null || redefined != target) {
        return null;
      }
      try {
        byte[] result = rewriting.rewrite(bytes);
        if (result.length > 0) {
          originals.put(redefined, bytes.clone());
          return result;
        }
      } catch (Throwable e) {
        originals.remove(redefined); // It stays as it is, and isn't measured.
      }
      return null;
    }
  }
}
