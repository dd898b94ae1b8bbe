package dev.uncork.agent.observe.code;

import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls that take a lock or permits of {@code java.util.concurrent}. */
final class LockTaking {
  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final Set<String> OWNERS =
      Set.of(
          LOCKS + "Lock",
          LOCKS + "ReentrantLock",
          LOCKS + "ReentrantReadWriteLock$ReadLock",
          LOCKS + "ReentrantReadWriteLock$WriteLock",
          LOCKS + "StampedLock",
          "java/util/concurrent/Semaphore");

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

  static boolean takes(MethodInsnNode call) {
    return OWNERS.contains(call.owner) && TAKING.contains(call.name);
  }
}
