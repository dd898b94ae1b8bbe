package dev.uncork.agent.observe.locks;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Tells where code takes locks, its own monitors and those of {@code java.util.concurrent}. */
public final class LockCalls {
  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final Set<String> LOCK_TYPES =
      Set.of(
          LOCKS + "Lock",
          LOCKS + "ReentrantLock",
          LOCKS + "ReentrantReadWriteLock$ReadLock",
          LOCKS + "ReentrantReadWriteLock$WriteLock");

  private LockCalls() {}

  /** Whether a class of this internal name is a lock with {@code lock()} and {@code unlock()}. */
  public static boolean isLock(String owner) {
    return LOCK_TYPES.contains(owner);
  }

  /** Takes a lock, however long that takes, or gives it back. */
  public static boolean takesOrGives(MethodInsnNode call) {
    return isLock(call.owner)
        && (call.name.equals("lock")
            || call.name.equals("lockInterruptibly")
            || call.name.equals("unlock"));
  }

  /** Takes or gives back a monitor or another lock. */
  public static boolean concerns(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.MONITORENTER
        || instruction.getOpcode() == Opcodes.MONITOREXIT
        || instruction instanceof MethodInsnNode call && takesOrGives(call);
  }

  /** Takes a lock or not. */
  public static boolean tries(MethodInsnNode call) {
    return isLock(call.owner) && call.name.equals("tryLock");
  }

  /** Waits on an object or a condition, without the lock meanwhile. */
  public static boolean waits(MethodInsnNode call) {
    boolean onObject =
        call.name.equals("wait")
            && (call.desc.equals("()V") || call.desc.equals("(J)V") || call.desc.equals("(JI)V"));
    return onObject || call.owner.equals(LOCKS + "Condition") && call.name.startsWith("await");
  }
}
