package dev.uncork.workloads.checker.model;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transition system with a finite number of states, each packed into a {@code byte[]} in which
 * equal states have equal bytes.
 */
public interface Model {
  /** The name with the parameters, such as {@code dining(10)}; keys the known counts. */
  String name();

  /** The states in which the system may start. */
  List<byte[]> initialStates();

  /** Number of actions; they are numbered from zero. */
  int actionCount();

  /** The action as a trace shows it. */
  String actionName(int action);

  /**
   * Passes on every state that one step of {@code action} can lead to; none if it isn't enabled.
   * Each is a fresh array.
   */
  void successors(byte[] state, int action, Consumer<byte[]> out);

  /** The name of an invariant that doesn't hold in this state, or null if all hold. */
  @Nullable String violatedInvariant(byte[] state);

  /** Whether a state without a successor is an error. */
  boolean deadlockIsError();

  /** The state as a log or a trace shows it. */
  String describe(byte[] state);
}
