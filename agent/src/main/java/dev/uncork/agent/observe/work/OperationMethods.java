package dev.uncork.agent.observe.work;

import dev.uncork.agent.observe.code.CodePlace;
import dev.uncork.agent.observe.code.HotStacks.HotStack;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The methods that may be the program's operation: those nearest to the roots of hot stacks. A loop
 * that retries or spins calls what is inside of it again and again, but the operation around it is
 * called once for each that succeeds.
 */
final class OperationMethods {
  private static final int MOST = 16;

  /** Share of the CPU time that a method must be on the stack for. */
  private static final double LEAST_SHARE = 0.15;

  private static final class Uses {
    double share;
    double depths;

    double depth() {
      return depths / share;
    }
  }

  private OperationMethods() {}

  /** The methods of these stacks that are worth a look, the outermost one first. */
  static List<CodePlace> of(List<HotStack> stacks) {
    Map<CodePlace, Uses> uses = new HashMap<>();
    for (HotStack stack : stacks) {
      Set<CodePlace> seen = new HashSet<>();
      List<CodePlace> frames = stack.frames();
      int depth = 0;
      for (int i = frames.size() - 1; i >= 0; i--) {
        CodePlace method = frames.get(i).anywhere();
        if (isCandidate(method) && seen.add(method)) {
          Uses of = uses.computeIfAbsent(method, m -> new Uses());
          of.share += stack.share();
          of.depths += stack.share() * depth++;
        }
      }
    }
    return uses.entrySet().stream()
        .filter(entry -> entry.getValue().share >= LEAST_SHARE)
        .sorted(
            Comparator.comparingDouble(
                    (Map.Entry<CodePlace, Uses> entry) -> entry.getValue().depth())
                .thenComparing(entry -> entry.getKey().name()))
        .limit(MOST)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A hidden class, such as a lambda's, can't be changed; a constructor is no operation. */
  private static boolean isCandidate(CodePlace method) {
    return method.isOfProgram() && !method.method().startsWith("<") && !method.type().contains("/");
  }
}
