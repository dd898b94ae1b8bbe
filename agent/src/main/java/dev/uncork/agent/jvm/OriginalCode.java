package dev.uncork.agent.jvm;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way back to the code that classes had before the agent rewrote them.
 *
 * <p>The rewriting transformer must be gone; retransforming then installs what the class files
 * hold. A passive transformer sees those bytes, which must be the original ones.
 */
public final class OriginalCode {
  private OriginalCode() {}

  /**
   * Gives classes their original code back and forgets it.
   *
   * @param originals class file of each rewritten class from before; empty afterwards
   * @return null when it is proven that they have it, else what went wrong, in one line
   */
  public static @Nullable String restore(
      Instrumentation instrumentation, Map<Class<?>, byte[]> originals) {
    if (originals.isEmpty()) {
      return null;
    }
    Witness witness = new Witness();
    instrumentation.addTransformer(witness, true);
    List<String> wrong = new ArrayList<>();
    try {
      originals.forEach(
          (type, before) -> {
            witness.target = type;
            witness.seen = null;
            try {
              instrumentation.retransformClasses(type);
              if (!Arrays.equals(before, witness.seen)) {
                wrong.add(type.getName() + ": another agent rewrites it too");
              }
            } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
              wrong.add(type.getName() + ": " + e);
            }
          });
    } finally {
      instrumentation.removeTransformer(witness);
    }
    originals.clear();
    return wrong.isEmpty() ? null : "could not restore " + String.join("; ", wrong);
  }

  /** Sees the code of one class at a time; another thread may retransform it meanwhile. */
  private static final class Witness implements ClassFileTransformer {
    volatile @Nullable Class<?> target;
    volatile byte @Nullable [] seen;

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String className,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (redefined != null && redefined == target) {
        seen = bytes.clone();
      }
      return null;
    }
  }
}
