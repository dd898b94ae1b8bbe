package dev.uncork.agent.juc;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rewriting of the JDK's locks in this JVM: installed, and undone without a trace.
 *
 * <p>Each class is retransformed on its own, so that one of unknown shape is left alone while the
 * others are counted. Undoing removes the transformer and retransforms again; a second, passive
 * transformer then sees the bytes that the JVM installs, which must be the original ones.
 */
public final class ParkInstrumentation {
  private final Instrumentation instrumentation;
  private final Map<String, byte[]> originals = new ConcurrentHashMap<>();
  private final Map<String, String> refusals = new ConcurrentHashMap<>();
  private final List<Class<?>> rewritten = new ArrayList<>();
  private final Rewriter rewriter = new Rewriter();

  public ParkInstrumentation(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * Rewrites what can be rewritten.
   *
   * @return what could not be rewritten and why, in one line; empty when all is counted
   */
  public String install() {
    if (!instrumentation.isRetransformClassesSupported()) {
      return "this JVM does not let agents retransform classes";
    }
    instrumentation.addTransformer(rewriter, true);
    for (SlowPathClass target : SlowPathClass.ALL) {
      try {
        Class<?> found = Class.forName(target.binaryName(), false, null);
        instrumentation.retransformClasses(found);
        if (originals.containsKey(target.internalName())) {
          rewritten.add(found);
        } else {
          refusals.putIfAbsent(target.internalName(), target.binaryName() + " was not offered");
        }
      } catch (ClassNotFoundException
          | UnmodifiableClassException
          | LinkageError
          | RuntimeException e) {
        originals.remove(target.internalName());
        refusals.put(target.internalName(), target.binaryName() + ": " + e);
      }
    }
    return String.join("; ", new TreeMap<>(refusals).values());
  }

  /** Whether the classes behind {@code ReentrantLock} and most others are counted. */
  public boolean countsLocks() {
    return originals.containsKey(SlowPathClass.ALL.get(0).internalName());
  }

  /**
   * Gives the classes their original code back.
   *
   * @return null when it is proven that they have it, else what went wrong, in one line
   */
  public @Nullable String remove() {
    instrumentation.removeTransformer(rewriter);
    Witness witness = new Witness();
    instrumentation.addTransformer(witness, true);
    List<String> wrong = new ArrayList<>();
    try {
      for (Class<?> type : rewritten) {
        String name = type.getName().replace('.', '/');
        try {
          instrumentation.retransformClasses(type);
          if (!Arrays.equals(originals.get(name), witness.seen.get(name))) {
            wrong.add(type.getName() + ": another agent rewrites it too");
          }
        } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
          wrong.add(type.getName() + ": " + e);
        }
      }
    } finally {
      instrumentation.removeTransformer(witness);
    }
    rewritten.clear();
    originals.clear();
    return wrong.isEmpty() ? null : "could not restore " + String.join("; ", wrong);
  }

  private final class Rewriter implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String className,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (redefined == null || loader != null) {
        return null;
      }
      for (SlowPathClass target : SlowPathClass.ALL) {
        if (target.internalName().equals(className)) {
          return rewrite(target, bytes);
        }
      }
      return null;
    }

    private byte @Nullable [] rewrite(SlowPathClass target, byte[] bytes) {
      try {
        byte[] result = SlowPathRewriter.rewrite(bytes, target);
        originals.put(target.internalName(), bytes.clone());
        return result;
      } catch (SlowPathRewriter.UnknownShape e) {
        refusals.put(target.internalName(), String.valueOf(e.getMessage()));
      } catch (Throwable e) {
        refusals.put(target.internalName(), target.binaryName() + ": " + e);
      }
      return null;
    }
  }

  private static final class Witness implements ClassFileTransformer {
    final Map<String, byte[]> seen = new ConcurrentHashMap<>();

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String className,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (redefined != null && loader == null && className != null) {
        seen.put(className, bytes.clone());
      }
      return null;
    }
  }
}
