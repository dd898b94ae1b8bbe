package dev.uncork.agent.observe.code;

import dev.uncork.agent.observe.locks.LockCalls;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls that take a lock or permits of {@code java.util.concurrent}. */
final class LockTaking {
  private static final String STAMPED = "java/util/concurrent/locks/StampedLock";

  private static final Set<String> OTHERS = Set.of(STAMPED, "java/util/concurrent/Semaphore");

  private static final Set<String> TAKING =
      Set.of(
          "lock",
          "lockInterruptibly",
          "tryLock",
          "readLock",
          "readLockInterruptibly",
          "tryReadLock",
          "writeLock",
          "writeLockInterruptibly",
          "tryWriteLock",
          "acquire",
          "acquireUninterruptibly",
          "tryAcquire");

  private LockTaking() {}

  /** Whether a call tells if nobody wrote during an optimistic read. */
  static boolean validates(MethodInsnNode call) {
    return call.owner.equals(STAMPED) && call.name.equals("validate");
  }

  /** Whether a call comes back at once, with or without the lock. */
  static boolean tries(MethodInsnNode call) {
    return call.name.startsWith("try") && call.desc.equals("()Z");
  }

  static boolean takes(MethodInsnNode call) {
    return (LockCalls.isLock(call.owner) || OTHERS.contains(call.owner))
        && TAKING.contains(call.name);
  }
}
