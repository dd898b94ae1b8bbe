package dev.uncork.agent.observe.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The loops of a method: ranges of instructions from where a jump goes back to, to the jump.
 * Compilers lay loops out that way.
 */
final class CodeLoops {
  private final InsnList code;
  private final List<Loop> loops = new ArrayList<>();

  /** From the first to the last instruction, by their places in the method. */
  record Loop(int first, int last) {
    boolean has(int place) {
      return first <= place && place <= last;
    }

    int size() {
      return last - first;
    }
  }

  CodeLoops(MethodNode method) {
    code = method.instructions;
    for (AbstractInsnNode instruction : code) {
      if (instruction instanceof JumpInsnNode jump
          && code.indexOf(jump.label) <= code.indexOf(jump)) {
        loops.add(new Loop(code.indexOf(jump.label), code.indexOf(jump)));
      }
    }
    loops.sort(Comparator.comparingInt(Loop::size));
  }

  /** All, the smallest first. */
  List<Loop> all() {
    return loops;
  }

  /** The smallest loop around an instruction. */
  Optional<Loop> around(AbstractInsnNode instruction) {
    int place = code.indexOf(instruction);
    return loops.stream().filter(loop -> loop.has(place)).findFirst();
  }

  /**
   * Whether a jump that asks for the outcome of an attempt leads back to the attempt when it
   * failed, and out of the smallest loop in which it does when it succeeded.
   *
   * @param zeroFails whether it is 0 that the attempt leaves on the stack when it failed
   */
  boolean triesAgain(AbstractInsnNode attempt, JumpInsnNode asks, boolean zeroFails) {
    AbstractInsnNode next = asks.getNext();
    boolean jumpsOnFailure = asks.getOpcode() == Opcodes.IFEQ == zeroFails;
    AbstractInsnNode failed = jumpsOnFailure ? asks.label : next;
    AbstractInsnNode succeeded = jumpsOnFailure ? next : asks.label;
    int place = code.indexOf(attempt);
    for (Loop loop : loops) {
      if (loop.has(place) && leads(failed, attempt, loop)) {
        return !leads(succeeded, attempt, loop);
      }
    }
    return false;
  }

  /** Whether there is a way from one instruction to another that doesn't leave a loop. */
  private boolean leads(AbstractInsnNode from, AbstractInsnNode to, Loop within) {
    Deque<AbstractInsnNode> ahead = new ArrayDeque<>(List.of(from));
    Set<AbstractInsnNode> seen = new HashSet<>();
    while (!ahead.isEmpty()) {
      AbstractInsnNode at = ahead.poll();
      if (at == to) {
        return true;
      }
      if (within.has(code.indexOf(at)) && seen.add(at)) {
        ahead.addAll(next(at));
      }
    }
    return false;
  }

  private static List<AbstractInsnNode> next(AbstractInsnNode at) {
    List<AbstractInsnNode> next = new ArrayList<>();
    if (at instanceof JumpInsnNode jump) {
      next.add(jump.label);
    } else if (at instanceof TableSwitchInsnNode table) {
      next.add(table.dflt);
      next.addAll(table.labels);
    } else if (at instanceof LookupSwitchInsnNode lookup) {
      next.add(lookup.dflt);
      next.addAll(lookup.labels);
    }
    int opcode = at.getOpcode();
    boolean ends =
        opcode == Opcodes.GOTO
            || opcode == Opcodes.ATHROW
            || opcode == Opcodes.TABLESWITCH
            || opcode == Opcodes.LOOKUPSWITCH
            || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    if (!ends && at.getNext() != null) {
      next.add(at.getNext());
    }
    return next;
  }
}
