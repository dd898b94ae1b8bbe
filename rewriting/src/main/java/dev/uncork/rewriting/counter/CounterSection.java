package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.lock.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A critical section on the monitor of {@code this}, or of the class, that is an operation on a
 * counter: the body of a synchronized method, or a block.
 *
 * @param method where it is
 * @param operation what it does
 * @param code the instructions that the operation replaces, without labels, lines and frames
 * @param handlers what javac adds to give the monitor back after an exception, which can't happen
 */
record CounterSection(
    MethodNode method,
    CounterOperation operation,
    List<AbstractInsnNode> code,
    List<TryCatchBlockNode> handlers) {

  private static final String NOT_SIMPLE =
      "does more, under the monitor, than read or update one int or long field of its own";

  /**
   * Finds the critical sections of one method, and what is none of a counter.
   *
   * @param statics whether those on the monitor of the class, instead of {@code this}
   */
  static void find(
      ClassNode type,
      MethodNode method,
      boolean statics,
      List<CounterSection> found,
      List<Reason> others) {
    boolean ofClass = (method.access & Opcodes.ACC_STATIC) != 0;
    if (ofClass && !statics) {
      return; // Blocks on other objects' monitors are hooked, here as everywhere.
    }
    if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && ofClass == statics) {
      wholeMethod(type, method, found, others);
      return;
    }
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == Opcodes.MONITORENTER) {
        VarInsnNode lock = storeOf(instruction, statics ? type.name : null);
        if (lock != null) {
          block(type, method, instruction, lock, statics, found, others);
        }
      }
    }
  }

  private static void wholeMethod(
      ClassNode type, MethodNode method, List<CounterSection> found, List<Reason> others) {
    if ((method.access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
      others.add(Reason.at(type, method, null, "synchronized and native: its code can't be read"));
      return;
    }
    boolean statics = (method.access & Opcodes.ACC_STATIC) != 0;
    SectionReader reader = new SectionReader(type.name, statics);
    List<AbstractInsnNode> code = new ArrayList<>();
    for (AbstractInsnNode at : method.instructions) {
      int opcode = at.getOpcode();
      if (opcode < 0) {
        continue;
      }
      boolean value = opcode == Opcodes.IRETURN || opcode == Opcodes.LRETURN;
      if (value || opcode == Opcodes.RETURN) {
        CounterOperation operation = next(at) == null ? reader.returned(value) : null;
        if (operation == null) {
          others.add(Reason.at(type, method, at, "is more than one read or update of one field"));
        } else {
          found.add(new CounterSection(method, operation, code, List.of()));
        }
        return;
      }
      if (!reader.read(at)) {
        others.add(Reason.at(type, method, at, NOT_SIMPLE));
        return;
      }
      code.add(at);
    }
  }

  private static void block(
      ClassNode type,
      MethodNode method,
      AbstractInsnNode enter,
      VarInsnNode lock,
      boolean statics,
      List<CounterSection> found,
      List<Reason> others) {
    SectionReader reader = new SectionReader(type.name, statics);
    List<AbstractInsnNode> code = new ArrayList<>();
    for (AbstractInsnNode at = previous(previous(lock)); at != null; at = next(at)) {
      code.add(at);
      if (at == enter) {
        break;
      }
    }
    for (AbstractInsnNode at = next(enter); at != null; at = next(at)) {
      AbstractInsnNode after = next(at);
      if (isLoad(at, lock.var) && after != null && after.getOpcode() == Opcodes.MONITOREXIT) {
        code.add(at);
        code.add(after);
        CounterOperation operation = reader.ended();
        List<TryCatchBlockNode> handlers = handlers(method, enter, lock.var);
        if (operation == null || handlers == null) {
          break;
        }
        found.add(new CounterSection(method, operation, code, handlers));
        return;
      }
      if (!reader.read(at)) {
        break;
      }
      code.add(at);
    }
    others.add(Reason.at(type, method, enter, NOT_SIMPLE));
  }

  /**
   * The store in {@code aload 0; dup; astore n; monitorenter}, or null for any other shape.
   *
   * @param type whose class constant is to be loaded in place of {@code this}
   */
  private static @Nullable VarInsnNode storeOf(AbstractInsnNode enter, @Nullable String type) {
    AbstractInsnNode store = previous(enter);
    AbstractInsnNode dup = previous(store);
    return store instanceof VarInsnNode variable
            && store.getOpcode() == Opcodes.ASTORE
            && dup != null
            && dup.getOpcode() == Opcodes.DUP
            && (type == null ? isLoad(previous(dup), 0) : isConstant(previous(dup), type))
        ? variable
        : null;
  }

  /** The ranges that end in the block's handler; null when that isn't javac's. */
  private static @Nullable List<TryCatchBlockNode> handlers(
      MethodNode method, AbstractInsnNode enter, int lock) {
    List<TryCatchBlockNode> handlers = new ArrayList<>();
    AbstractInsnNode body = next(enter);
    for (TryCatchBlockNode one : method.tryCatchBlocks) {
      if (one.type == null && next(one.start) == body) {
        AbstractInsnNode store = next(one.handler);
        AbstractInsnNode load = next(store);
        AbstractInsnNode exit = next(load);
        AbstractInsnNode thrown = next(next(exit));
        boolean javacs =
            store != null
                && store.getOpcode() == Opcodes.ASTORE
                && isLoad(load, lock)
                && exit != null
                && exit.getOpcode() == Opcodes.MONITOREXIT
                && thrown != null
                && thrown.getOpcode() == Opcodes.ATHROW;
        if (!javacs) {
          return null;
        }
        method.tryCatchBlocks.stream().filter(b -> b.handler == one.handler).forEach(handlers::add);
      }
    }
    return handlers.isEmpty() ? null : handlers;
  }

  /** Puts the operation's code in place of the section's. */
  void replace(AbstractInsnNode[] replacement) {
    AbstractInsnNode first = code.get(0);
    for (AbstractInsnNode one : replacement) {
      method.instructions.insertBefore(first, one);
    }
    code.forEach(method.instructions::remove);
    if (handlers.isEmpty()) {
      method.access &= ~Opcodes.ACC_SYNCHRONIZED;
      return;
    }
    // astore, aload, monitorexit, aload, athrow: nothing leads there any more.
    AbstractInsnNode at = handlers.get(0).handler;
    for (int left = 5; left > 0 && at != null; ) {
      AbstractInsnNode following = at.getNext();
      left -= at.getOpcode() >= 0 ? 1 : 0;
      if (!(at instanceof LabelNode)) {
        method.instructions.remove(at); // Frames and lines as well: no code may follow them.
      }
      at = following;
    }
    method.tryCatchBlocks.removeAll(handlers);
  }

  private static boolean isLoad(@Nullable AbstractInsnNode instruction, int variable) {
    return instruction instanceof VarInsnNode load
        && load.getOpcode() == Opcodes.ALOAD
        && load.var == variable;
  }

  private static boolean isConstant(@Nullable AbstractInsnNode instruction, String type) {
    return instruction instanceof LdcInsnNode ldc
        && ldc.cst instanceof Type constant
        && constant.getSort() == Type.OBJECT
        && constant.getInternalName().equals(type);
  }

  private static @Nullable AbstractInsnNode next(@Nullable AbstractInsnNode from) {
    AbstractInsnNode at = from == null ? null : from.getNext();
    while (at != null && at.getOpcode() < 0) {
      at = at.getNext();
    }
    return at;
  }

  private static @Nullable AbstractInsnNode previous(@Nullable AbstractInsnNode from) {
    AbstractInsnNode at = from == null ? null : from.getPrevious();
    while (at != null && at.getOpcode() < 0) {
      at = at.getPrevious();
    }
    return at;
  }
}
