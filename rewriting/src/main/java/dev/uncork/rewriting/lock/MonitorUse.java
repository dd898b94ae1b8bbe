package dev.uncork.rewriting.lock;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** How an instruction uses the monitor of an object, other than by a synchronized method. */
enum MonitorUse {
  /** A {@code synchronized} block. */
  ENTER,
  /** {@code wait}, in one of its three forms. */
  WAIT,
  /** {@code notify} or {@code notifyAll}. */
  NOTIFY,
  /** {@code Thread.holdsLock}. */
  HOLDS,
  /** {@code Object.clone}, called by {@code super.clone()}: it copies a reservation too. */
  CLONE,
  /** Not at all. */
  NONE;

  private static final Set<String> WAITS = Set.of("()V", "(J)V", "(JI)V");

  static MonitorUse of(AbstractInsnNode instruction) {
    if (instruction.getOpcode() == Opcodes.MONITORENTER) {
      return ENTER;
    }
    if (!(instruction instanceof MethodInsnNode call)) {
      return NONE;
    }
    if (call.getOpcode() == Opcodes.INVOKESTATIC) {
      return call.owner.equals("java/lang/Thread")
              && call.name.equals("holdsLock")
              && call.desc.equals("(Ljava/lang/Object;)Z")
          ? HOLDS
          : NONE;
    }
    if (call.getOpcode() == Opcodes.INVOKESPECIAL
        && call.name.equals("clone")
        && call.desc.equals("()Ljava/lang/Object;")) {
      return CLONE;
    }
    return of(call.name, call.desc);
  }

  /** These methods are final in Object: name and descriptor tell. */
  static MonitorUse of(String name, String descriptor) {
    return switch (name) {
      case "wait" -> WAITS.contains(descriptor) ? WAIT : NONE;
      case "notify", "notifyAll" -> descriptor.equals("()V") ? NOTIFY : NONE;
      default -> NONE;
    };
  }
}
