package dev.uncork.agent.remedy.nopreempt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * How many locks a method may hold at each of its instructions, of those that it took itself, and
 * whether it gives back every one before it returns, on every path.
 *
 * <p>A data-flow analysis: for each instruction the set of numbers of locks that may be held before
 * it, as a bit mask. Exceptions that leave the method are the caller's business.
 */
final class LockBalance {
  private static final int NONE_HELD = 1;
  private static final int ONE_HELD = 2;
  private static final int MOST_HELD = 8;

  private final InsnList code;
  private final List<TryCatchBlockNode> handlers;
  private final ToIntFunction<AbstractInsnNode> effect;
  private final int[] held;
  private final ArrayDeque<Integer> pending = new ArrayDeque<>();
  private boolean balanced = true;

  /**
   * Analyses a method.
   *
   * @param effect +1 for an instruction that takes a lock, -1 for one that gives it back, else 0
   */
  LockBalance(MethodNode method, ToIntFunction<AbstractInsnNode> effect) {
    this.code = method.instructions;
    this.handlers = method.tryCatchBlocks;
    this.effect = effect;
    this.held = new int[code.size()];
    flow(0, NONE_HELD);
    while (balanced && !pending.isEmpty()) {
      step(pending.remove());
    }
  }

  /** Whether the method returns with no lock that it took. */
  boolean isKept() {
    return balanced;
  }

  /** Whether the method holds none before an instruction, on every path that comes there. */
  boolean holdsNone(AbstractInsnNode before) {
    return heldBefore(before) == NONE_HELD;
  }

  /** Whether the method may hold none before an instruction, and may hold some. */
  boolean isUndecided(AbstractInsnNode before) {
    int mask = heldBefore(before);
    return (mask & NONE_HELD) != 0 && mask != NONE_HELD;
  }

  /** Whether the method may hold just one before an instruction. */
  boolean mayHoldOne(AbstractInsnNode before) {
    return (heldBefore(before) & ONE_HELD) != 0;
  }

  private int heldBefore(AbstractInsnNode instruction) {
    return held[code.indexOf(instruction)];
  }

  private void flow(int to, int mask) {
    if ((held[to] | mask) != held[to]) {
      held[to] |= mask;
      pending.add(to);
    }
  }

  private void step(int at) {
    AbstractInsnNode instruction = code.get(at);
    int mask = held[at];
    for (TryCatchBlockNode handler : handlers) {
      if (at >= code.indexOf(handler.start) && at < code.indexOf(handler.end)) {
        flow(code.indexOf(handler.handler), mask);
        if (handler.type == null) {
          break; // the first that catches everything keeps it from those behind
        }
      }
    }
    int change = effect.applyAsInt(instruction);
    if (change > 0) {
      mask <<= 1;
      balanced &= mask < 1 << MOST_HELD;
    } else if (change < 0) {
      // Given back without having been taken here: the caller's, of which nothing was asked.
      mask = mask >> 1 | mask & NONE_HELD;
    }
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      balanced &= mask == NONE_HELD;
      return;
    }
    if (opcode == Opcodes.JSR || opcode == Opcodes.RET) {
      balanced = false;
      return;
    }
    for (int next : successors(instruction, at)) {
      flow(next, mask);
    }
  }

  private List<Integer> successors(AbstractInsnNode instruction, int at) {
    List<Integer> next = new ArrayList<>(2);
    if (instruction instanceof JumpInsnNode jump) {
      next.add(code.indexOf(jump.label));
    } else if (instruction instanceof TableSwitchInsnNode table) {
      table.labels.forEach(label -> next.add(code.indexOf(label)));
      next.add(code.indexOf(table.dflt));
      return next;
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      lookup.labels.forEach(label -> next.add(code.indexOf(label)));
      next.add(code.indexOf(lookup.dflt));
      return next;
    }
    int opcode = instruction.getOpcode();
    if (opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW && at + 1 < code.size()) {
      next.add(at + 1);
    }
    return next;
  }
}
