package dev.uncork.rewriting.lock;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts a call of the boot classes {@code MonitorHooks} and {@code ReserveHooks} at everything in a
 * class that uses a monitor other than by a synchronized method: blocks, waits, notifications,
 * {@code holdsLock}, clones.
 *
 * <p>Only straight-line code is inserted and stack map frames stay right, whatever the shape of the
 * code; the monitor instructions themselves stay where the compiler put them.
 */
final class SiteHooks {
  static final String HOOKS = "dev/uncork/boot/reserve/ReserveHooks";
  private static final String MONITOR_HOOKS = "dev/uncork/boot/monitor/MonitorHooks";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final int CALL_BYTES = 3;
  private static final Map<String, String> REPLACEMENTS =
      Map.of("wait", "waits", "notify", "notifies", "notifyAll", "notifiesAll");

  private SiteHooks() {}

  /**
   * Returns the number of places that were changed.
   *
   * @param needless where no hook is wanted
   * @param classes whether to hook {@code synchronized (Foo.class)} as well, for static counters: a
   *     class is never reserved
   */
  static int insert(ClassNode type, Set<AbstractInsnNode> needless, boolean classes) {
    int changed = 0;
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (!needless.contains(instruction)) {
          changed += insert(method, instruction, classes) ? 1 : 0;
        }
      }
    }
    return changed;
  }

  /** How many bytes of code a hook adds at an instruction; 0 where there is none. */
  static int growth(AbstractInsnNode instruction, boolean classes) {
    return switch (MonitorUse.of(instruction)) {
      case ENTER -> classes || !onClassConstant(instruction) ? CALL_BYTES + 1 : 0;
      case CLONE -> CALL_BYTES;
      case WAIT, NOTIFY, HOLDS, NONE -> 0; // One call in place of another.
    };
  }

  private static boolean insert(MethodNode method, AbstractInsnNode instruction, boolean classes) {
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      return redirect(dynamic);
    }
    switch (MonitorUse.of(instruction)) {
      case ENTER -> {
        if (!classes && onClassConstant(instruction)) {
          return false;
        }
        method.instructions.insertBefore(instruction, new InsnNode(Opcodes.DUP));
        method.instructions.insertBefore(
            instruction, call(MONITOR_HOOKS, "beforeMonitor", "(" + OBJECT + ")V"));
      }
      case WAIT, NOTIFY -> {
        MethodInsnNode original = (MethodInsnNode) instruction;
        method.instructions.set(
            instruction,
            call(HOOKS, replacement(original.name), "(" + OBJECT + original.desc.substring(1)));
      }
      case HOLDS -> ((MethodInsnNode) instruction).owner = HOOKS;
      case CLONE ->
          method.instructions.insert(
              instruction, call(HOOKS, "cloned", "(" + OBJECT + ")" + OBJECT));
      case NONE -> {
        return false;
      }
    }
    return true;
  }

  /** {@code synchronized (Foo.class)}. */
  private static boolean onClassConstant(AbstractInsnNode enter) {
    AbstractInsnNode before = enter.getPrevious();
    while (before != null
        && (before.getOpcode() < 0
            || before.getOpcode() == Opcodes.DUP
            || before.getOpcode() == Opcodes.ASTORE)) {
      before = before.getPrevious();
    }
    return before instanceof LdcInsnNode;
  }

  /** A method reference such as {@code lock::notifyAll}. */
  private static boolean redirect(InvokeDynamicInsnNode dynamic) {
    boolean changed = false;
    for (int i = 0; i < dynamic.bsmArgs.length; i++) {
      if (dynamic.bsmArgs[i] instanceof Handle handle
          && handle.getTag() != Opcodes.H_INVOKESTATIC
          && MonitorUse.of(handle.getName(), handle.getDesc()) != MonitorUse.NONE) {
        dynamic.bsmArgs[i] =
            new Handle(
                Opcodes.H_INVOKESTATIC,
                HOOKS,
                replacement(handle.getName()),
                "(" + OBJECT + handle.getDesc().substring(1),
                false);
        changed = true;
      }
    }
    return changed;
  }

  private static String replacement(String name) {
    String replacement = REPLACEMENTS.get(name);
    if (replacement == null) {
      throw new IllegalArgumentException(name + " is no wait or notification");
    }
    return replacement;
  }

  private static MethodInsnNode call(String hooks, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, hooks, name, descriptor, false);
  }
}
