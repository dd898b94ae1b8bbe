package dev.uncork.agent.observe.code;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of the program that methods call: those that their code names, and those that
 * override these, where they are few. Compilers put small ones into their callers, where no look at
 * a stack may ever find them.
 */
final class Callees {
  /** Calls from a method that was seen to one that counts as hot, too. */
  private static final int FARTHEST = 2;

  /** Types that extend one up to which a call may well be of any of them. */
  private static final int MOST_SUBTYPES = 4;

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
        if (instruction instanceof MethodInsnNode call && !call.name.startsWith("<")) {
          CodePlace callee = new CodePlace(call.owner.replace('/', '.'), call.name, 0);
          if (callee.isOfProgram()) {
            ahead.add(new Step(callee, step.distance + 1));
            for (String type : overriding(call, callee.type(), source)) {
              ahead.add(new Step(new CodePlace(type, call.name, 0), step.distance + 1));
            }
          }
        }
      }
    }
  }

  private static List<String> overriding(MethodInsnNode call, String type, CodeSource source) {
    boolean virtual =
        call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
    List<String> subtypes = virtual ? source.subtypes(type) : List.of();
    return subtypes.size() <= MOST_SUBTYPES ? subtypes : List.of();
  }
}
