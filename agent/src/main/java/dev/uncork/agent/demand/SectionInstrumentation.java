package dev.uncork.agent.demand;

import dev.uncork.agent.juc.OriginalCode;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Classes whose critical sections are instrumented for now, and their way back. */
final class SectionInstrumentation {
  private static final String HOOKS = "dev.uncork.boot.DemandHooks";

  private final Instrumentation instrumentation;
  private final Map<Class<?>, byte[]> originals = new LinkedHashMap<>();

  SectionInstrumentation(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Instruments what can be; what can't is left as it is. */
  void install(List<Class<?>> types, SectionRewriter.Sites sites) {
    Rewriter rewriter = new Rewriter(sites);
    instrumentation.addTransformer(rewriter, true);
    try {
      for (Class<?> type : types) {
        if (!instrumentation.isModifiableClass(type) || !seesHooks(type)) {
          continue;
        }
        rewriter.target = type;
        try {
          instrumentation.retransformClasses(type);
        } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
          originals.remove(type);
        }
      }
    } finally {
      instrumentation.removeTransformer(rewriter);
    }
  }

  /** Some class loaders ask nobody else: code there couldn't call the hooks. */
  private static boolean seesHooks(Class<?> type) {
    try {
      Class<?> seen = Class.forName(HOOKS, false, type.getClassLoader());
      return seen == Class.forName(HOOKS, false, null);
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return false;
    }
  }

  boolean installed() {
    return !originals.isEmpty();
  }

  /**
   * Gives the classes the code that they had before.
   *
   * @return null when it is proven that they have it, else what went wrong, in one line
   */
  @Nullable String remove() {
    return OriginalCode.restore(instrumentation, originals);
  }

  private final class Rewriter implements ClassFileTransformer {
    private final SectionRewriter.Sites sites;
    private @Nullable Class<?> target;

    Rewriter(SectionRewriter.Sites sites) {
      this.sites = sites;
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
        byte[] result = SectionRewriter.rewrite(bytes, sites);
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
