package dev.uncork.agent.observe.code;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of the program that methods call, as far as their code names them. Compilers put
 * small ones into their callers, where no look at a stack may ever find them.
 */
final class Callees {
  /** Calls from a method that was seen to one that counts as hot, too. */
  private static final int FARTHEST = 2;

  private record Step(CodePlace method, int distance) {}

  private Callees() {}

  /** These methods, then those that they call; at most so many. */
  static Set<CodePlace> with(Collection<CodePlace> methods, CodeSource source, int most) {
    Set<CodePlace> found = new LinkedHashSet<>();
    Deque<Step> ahead = new ArrayDeque<>();
    for (CodePlace method : methods) {
      ahead.add(new Step(method.anywhere(), 0));
    }
    while (!ahead.isEmpty() && found.size() < most) {
      Step step = ahead.poll();
      if (found.add(step.method) && step.distance < FARTHEST) {
        addCalled(step, source, ahead);
      }
    }
    return found;
  }

  private static void addCalled(Step step, CodeSource source, Deque<Step> ahead) {
    for (MethodNode method : source.methods(step.method)) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof MethodInsnNode call
            && call.getOpcode() != Opcodes.INVOKEINTERFACE
            && !call.name.startsWith("<")) {
          CodePlace callee = new CodePlace(call.owner.replace('/', '.'), call.name, 0);
          if (callee.isOfProgram()) {
            ahead.add(new Step(callee, step.distance + 1));
          }
        }
      }
    }
  }
}
