package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.recording.Frame;
import java.util.Optional;
import java.util.Set;

/**
 * What methods of the JDK do to memory that threads share.
 *
 * @param object class of the JDK that is contended for
 */
record JdkAccess(CodeAccess access, String object) {
  /** Many may have a permit at a time, and all write to one word. */
  static final String SEMAPHORE = "java.util.concurrent.Semaphore";

  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String THREAD = "java.lang.Thread";
  private static final Set<String> RETRYING =
      Set.of("updateAndGet", "getAndUpdate", "accumulateAndGet", "getAndAccumulate");

  /** In which a thread waits, at first awake, for the one that takes or brings an element. */
  private static final Set<String> HANDING_OVER =
      Set.of(
          CONCURRENT + "LinkedTransferQueue",
          CONCURRENT + "SynchronousQueue",
          CONCURRENT + "Exchanger");

  /** Whether threads meet in a class of the JDK. */
  static boolean handsOver(String type) {
    return HANDING_OVER.contains(CodeOrigin.outermost(type));
  }

  static Optional<JdkAccess> of(Frame frame) {
    String name = CodeOrigin.outermost(frame.className());
    String method = frame.method();
    if (CodeOrigin.isSpinWait(frame)) {
      return Optional.of(new JdkAccess(CodeAccess.SPIN_WAIT, THREAD));
    }
    return access(name, method).map(access -> new JdkAccess(access, name));
  }

  private static Optional<CodeAccess> access(String name, String method) {
    if (name.startsWith(CONCURRENT + "locks.")) {
      return name.endsWith("LockSupport") ? Optional.empty() : Optional.of(CodeAccess.LOCK);
    }
    if (name.startsWith(CONCURRENT + "atomic.Atomic")) {
      return Optional.of(
          RETRYING.contains(method) ? CodeAccess.RETRY_LOOP : CodeAccess.ATOMIC_UPDATE);
    }
    if (name.startsWith(CONCURRENT + "ConcurrentLinked")
        || name.startsWith(CONCURRENT + "ConcurrentSkipList")) {
      return Optional.of(CodeAccess.RETRY_LOOP);
    }
    return switch (name) {
      case SEMAPHORE -> Optional.of(CodeAccess.LOCK);
      case "java.util.Random" -> Optional.of(CodeAccess.RETRY_LOOP);
      case THREAD ->
          method.startsWith("yield") ? Optional.of(CodeAccess.SPIN_WAIT) : Optional.empty();
      case "java.util.Vector", "java.util.Hashtable", "java.lang.StringBuffer" ->
          Optional.of(CodeAccess.MONITOR);
      case "java.util.Collections" -> Optional.of(CodeAccess.MONITOR);
      case "jdk.internal.misc.Unsafe", "sun.misc.Unsafe", "java.lang.invoke.VarHandle" ->
          method.startsWith("getAnd") || method.contains("ompareAnd")
              ? Optional.of(CodeAccess.ATOMIC_UPDATE)
              : Optional.empty();
      default ->
          name.startsWith("java.lang.invoke.VarHandle")
              ? Optional.of(CodeAccess.ATOMIC_UPDATE)
              : Optional.empty();
    };
  }
}
