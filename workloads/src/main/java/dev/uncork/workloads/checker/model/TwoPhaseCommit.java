package dev.uncork.workloads.checker.model;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The two-phase commit of Gray and Lamport, "Consensus on Transaction Commit" (ACM TODS 31(1),
 * 2006), action by action as in their TLA+ specification {@code TwoPhase}.
 *
 * <p>Messages are never lost or consumed. With {@code n} resource managers there are {@code 6^n +
 * 4^n + 2^n} states (288 for three, as published with the specification). Bytes: state of each
 * resource manager; state of the transaction manager; the sets of prepared ones that it knows and
 * that have sent their message, as bit masks of two bytes each; the decision that was sent.
 */
public class TwoPhaseCommit implements Model {
  static final byte WORKING = 0;
  static final byte PREPARED = 1;
  static final byte COMMITTED = 2;
  static final byte ABORTED = 3;
  private static final String[] STATES = {"working", "prepared", "committed", "aborted"};
  private static final int ACTIONS_PER_MANAGER = 5;

  private final int managers;
  private final int all;
  private final int decided;
  private final int known;
  private final int sent;
  private final int decision;

  /** A transaction with the given number of resource managers. */
  public TwoPhaseCommit(int managers) {
    this.managers = Bounds.check("twophase: --size (resource managers)", managers, 1, 16);
    all = (1 << managers) - 1;
    decided = managers;
    known = managers + 1;
    sent = managers + 3;
    decision = managers + 5;
  }

  /** Whether the transaction manager may commit when it knows these to be prepared. */
  protected boolean mayCommit(int knownPrepared, int allManagers) {
    return knownPrepared == allManagers;
  }

  @Override
  public String name() {
    return "twophase(" + managers + ")";
  }

  @Override
  public List<byte[]> initialStates() {
    return List.of(new byte[managers + 6]);
  }

  @Override
  public int actionCount() {
    return 2 + ACTIONS_PER_MANAGER * managers;
  }

  @Override
  public String actionName(int action) {
    if (action < 2) {
      return action == 0 ? "TMCommit" : "TMAbort";
    }
    String[] names = {
      "TMRcvPrepared", "RMPrepare", "RMChooseToAbort", "RMRcvCommitMsg", "RMRcvAbortMsg"
    };
    return names[(action - 2) % ACTIONS_PER_MANAGER]
        + "("
        + (action - 2) / ACTIONS_PER_MANAGER
        + ")";
  }

  @Override
  public void successors(byte[] state, int action, Consumer<byte[]> out) {
    if (action < 2) {
      boolean commit = action == 0;
      if (state[decided] == 0 && (!commit || mayCommit(mask(state, known), all))) {
        byte[] next = state.clone();
        next[decided] = 1;
        next[decision] = commit ? COMMITTED : ABORTED;
        out.accept(next);
      }
      return;
    }
    int manager = (action - 2) / ACTIONS_PER_MANAGER;
    byte own = state[manager];
    switch ((action - 2) % ACTIONS_PER_MANAGER) {
      case 0 -> {
        if (state[decided] == 0 && (mask(state, sent) & 1 << manager) != 0) {
          byte[] next = state.clone();
          add(next, known, manager);
          out.accept(next);
        }
      }
      case 1 -> {
        if (own == WORKING) {
          byte[] next = state.clone();
          next[manager] = PREPARED;
          add(next, sent, manager);
          out.accept(next);
        }
      }
      case 2 -> to(state, manager, ABORTED, own == WORKING, out);
      case 3 -> to(state, manager, COMMITTED, state[decision] == COMMITTED, out);
      default -> to(state, manager, ABORTED, state[decision] == ABORTED, out);
    }
  }

  private static void to(
      byte[] state, int manager, byte target, boolean enabled, Consumer<byte[]> out) {
    if (enabled) {
      byte[] next = state.clone();
      next[manager] = target;
      out.accept(next);
    }
  }

  private static int mask(byte[] state, int at) {
    return (state[at] & 0xFF) | (state[at + 1] & 0xFF) << 8;
  }

  private static void add(byte[] next, int at, int manager) {
    next[at + (manager >> 3)] |= (byte) (1 << (manager & 7));
  }

  @Override
  public @Nullable String violatedInvariant(byte[] state) {
    boolean committed = false;
    boolean aborted = false;
    for (int i = 0; i < managers; i++) {
      committed |= state[i] == COMMITTED;
      aborted |= state[i] == ABORTED;
    }
    return committed && aborted ? "TCConsistent" : null;
  }

  @Override
  public boolean deadlockIsError() {
    return true;
  }

  @Override
  public String describe(byte[] state) {
    StringBuilder text = new StringBuilder(12 * managers + 64);
    for (int i = 0; i < managers; i++) {
      text.append(i == 0 ? "rm " : ", ").append(STATES[state[i]]);
    }
    text.append("; tm ").append(state[decided] == 0 ? "init" : "done");
    text.append(", prepared 0x").append(Integer.toHexString(mask(state, known)));
    text.append("; sent 0x").append(Integer.toHexString(mask(state, sent)));
    if (state[decision] != 0) {
      text.append(", ").append(STATES[state[decision]]);
    }
    return text.toString();
  }
}
