package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.set.MemFPSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A sequential search for a shortest way to an error, done once a run has found that there is one.
 *
 * <p>Workers keep no predecessors, so this explores again and keeps them. It ends at the first
 * error in breadth-first order, which need not be the one that the workers met.
 */
public final class TraceSearch {
  private final Model model;
  private final MemFPSet seen = new MemFPSet();
  private final List<byte[]> states = new ArrayList<>();
  private int[] parents = new int[1 << 10];
  private int[] actions = new int[1 << 10];

  private TraceSearch(Model model) {
    this.model = model;
  }

  /** A step of a trace: how the state was reached, and the state. */
  public record Step(String action, byte[] state) {}

  /** The shortest trace to an error; empty if there is none. */
  public static List<Step> shortestError(Model model) {
    return new TraceSearch(model).search();
  }

  private List<Step> search() {
    for (byte[] state : model.initialStates()) {
      add(state, -1, -1);
    }
    for (int at = 0; at < states.size(); at++) {
      byte[] state = states.get(at);
      if (model.violatedInvariant(state) != null) {
        return traceTo(at);
      }
      boolean stuck = true;
      List<byte[]> successors = new ArrayList<>();
      for (int action = 0; action < model.actionCount(); action++) {
        successors.clear();
        model.successors(state, action, successors::add);
        stuck &= successors.isEmpty();
        for (byte[] successor : successors) {
          add(successor, at, action);
        }
      }
      if (stuck && model.deadlockIsError()) {
        return traceTo(at);
      }
    }
    return List.of();
  }

  private void add(byte[] state, int parent, int action) {
    if (seen.put(StateFingerprint.of(state))) {
      int at = states.size();
      if (at == parents.length) {
        parents = Arrays.copyOf(parents, at * 2);
        actions = Arrays.copyOf(actions, at * 2);
      }
      parents[at] = parent;
      actions[at] = action;
      states.add(state);
    }
  }

  private List<Step> traceTo(int last) {
    List<Step> steps = new ArrayList<>();
    for (int at = last; at >= 0; at = parents[at]) {
      String action = actions[at] < 0 ? "start" : model.actionName(actions[at]);
      steps.add(new Step(action, states.get(at)));
    }
    Collections.reverse(steps);
    return steps;
  }
}
