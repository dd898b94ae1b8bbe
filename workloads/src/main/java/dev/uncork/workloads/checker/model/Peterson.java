package dev.uncork.workloads.checker.model;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Peterson's mutual exclusion of two processes (Information Processing Letters 12(3), 1981), one
 * memory access a step.
 *
 * <p>Bytes: program counter of each process, flag of each, turn.
 */
public class Peterson implements Model {
  static final byte IDLE = 0;
  static final byte FIRST_WRITE_DONE = 1;
  static final byte READ_FLAG = 2;
  static final byte READ_TURN = 3;
  static final byte CRITICAL = 4;
  private static final String[] COUNTERS = {
    "idle", "announced", "read flag", "read turn", "CRITICAL"
  };
  private static final int FLAG = 2;
  private static final int TURN = 4;

  /** Whether a process raises its flag before it gives the turn away; the other order is wrong. */
  protected boolean raisesFlagFirst() {
    return true;
  }

  @Override
  public String name() {
    return "peterson(2)";
  }

  @Override
  public List<byte[]> initialStates() {
    return List.of(new byte[] {0, 0, 0, 0, 0}, new byte[] {0, 0, 0, 0, 1});
  }

  @Override
  public int actionCount() {
    return 2;
  }

  @Override
  public String actionName(int action) {
    return "process " + action + " moves";
  }

  @Override
  public void successors(byte[] state, int action, Consumer<byte[]> out) {
    int other = 1 - action;
    byte[] next = state.clone();
    switch (state[action]) {
      case IDLE -> {
        write(next, action, raisesFlagFirst());
        next[action] = FIRST_WRITE_DONE;
      }
      case FIRST_WRITE_DONE -> {
        write(next, action, !raisesFlagFirst());
        next[action] = READ_FLAG;
      }
      case READ_FLAG -> next[action] = state[FLAG + other] == 0 ? CRITICAL : READ_TURN;
      case READ_TURN -> next[action] = state[TURN] == action ? CRITICAL : READ_FLAG;
      default -> {
        next[action] = IDLE;
        next[FLAG + action] = 0;
      }
    }
    out.accept(next);
  }

  private static void write(byte[] next, int process, boolean flag) {
    if (flag) {
      next[FLAG + process] = 1;
    } else {
      next[TURN] = (byte) (1 - process);
    }
  }

  @Override
  public @Nullable String violatedInvariant(byte[] state) {
    return state[0] == CRITICAL && state[1] == CRITICAL ? "MutualExclusion" : null;
  }

  @Override
  public boolean deadlockIsError() {
    return true;
  }

  @Override
  public String describe(byte[] state) {
    return "pc "
        + COUNTERS[state[0]]
        + ", "
        + COUNTERS[state[1]]
        + "; flags "
        + state[FLAG]
        + ", "
        + state[FLAG + 1]
        + "; turn "
        + state[TURN];
  }
}
