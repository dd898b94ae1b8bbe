package dev.uncork.agent.observe.waits;

import dev.uncork.agent.jvm.OriginalCode;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rewriting of the JDK's locks in this JVM: installed, and undone without a trace.
 *
 * <p>Each class is retransformed on its own, so that one of unknown shape is left alone while the
 * others are counted.
 */
public final class ParkInstrumentation {
  private final Instrumentation instrumentation;
  private final Map<Class<?>, byte[]> originals = new ConcurrentHashMap<>();
  private final Map<String, String> refusals = new ConcurrentHashMap<>();
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
      Class<?> found = null;
      try {
        found = Class.forName(target.binaryName(), false, null);
        instrumentation.retransformClasses(found);
        if (!originals.containsKey(found)) {
          refusals.putIfAbsent(target.internalName(), target.binaryName() + " was not offered");
        }
      } catch (ClassNotFoundException
          | UnmodifiableClassException
          | LinkageError
          | RuntimeException e) {
        if (found != null) {
          originals.remove(found);
        }
        refusals.put(target.internalName(), target.binaryName() + ": " + e);
      }
    }
    return String.join("; ", new TreeMap<>(refusals).values());
  }

  /**
   * Gives the classes their original code back.
   *
   * @return null when it is proven that they have it, else what went wrong, in one line
   */
  public @Nullable String remove() {
    instrumentation.removeTransformer(rewriter);
    return OriginalCode.restore(instrumentation, originals);
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
          return rewrite(target, redefined, bytes);
        }
      }
      return null;
    }

    private byte @Nullable [] rewrite(SlowPathClass target, Class<?> type, byte[] bytes) {
      try {
        byte[] result = SlowPathRewriter.rewrite(bytes, target);
        originals.put(type, bytes.clone());
        return result;
      } catch (SlowPathRewriter.UnknownShape e) {
        refusals.put(target.internalName(), String.valueOf(e.getMessage()));
      } catch (Throwable e) {
        refusals.put(target.internalName(), target.binaryName() + ": " + e);
      }
      return null;
    }
  }
}
