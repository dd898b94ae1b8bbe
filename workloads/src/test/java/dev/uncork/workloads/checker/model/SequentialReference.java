package dev.uncork.workloads.checker.model;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The simplest exploration there is: one thread, whole states compared, no fingerprints. */
public record SequentialReference(long distinct, long generated, Optional<String> firstError) {
  /** Explores everything, or up to the first error. */
  public static SequentialReference explore(Model model) {
    Set<ByteBuffer> seen = new HashSet<>();
    ArrayDeque<byte[]> queue = new ArrayDeque<>();
    long[] generated = {0};
    model.initialStates().forEach(state -> visit(state, seen, queue, generated));
    while (!queue.isEmpty()) {
      byte[] state = queue.removeFirst();
      String violated = model.violatedInvariant(state);
      if (violated != null) {
        return new SequentialReference(seen.size(), generated[0], Optional.of(violated));
      }
      long before = generated[0];
      for (int action = 0; action < model.actionCount(); action++) {
        model.successors(state, action, next -> visit(next, seen, queue, generated));
      }
      if (generated[0] == before && model.deadlockIsError()) {
        return new SequentialReference(seen.size(), generated[0], Optional.of("deadlock"));
      }
    }
    return new SequentialReference(seen.size(), generated[0], Optional.empty());
  }

  private static void visit(
      byte[] state, Set<ByteBuffer> seen, ArrayDeque<byte[]> queue, long[] generated) {
    generated[0]++;
    if (seen.add(ByteBuffer.wrap(state))) {
      queue.addLast(state);
    }
  }
}
