package dev.uncork.workloads.checker.model;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Dijkstra's dining philosophers; the last one takes the right fork first, which is what prevents
 * the deadlock.
 *
 * <p>One byte per philosopher. Fork {@code i} lies left of philosopher {@code i}, so a neighbour to
 * the right sees it as the left one of {@code i + 1}. Every assignment of the five positions in
 * which no fork is held twice is reachable, and the transfer matrix of that constraint has the
 * eigenvalues 2 ± √5: the number of states is the Lucas number {@code L(3n)}.
 */
public class DiningPhilosophers implements Model {
  static final byte THINKING = 0;
  static final byte HUNGRY = 1;
  static final byte HAS_LEFT = 2;
  static final byte EATING = 3;
  static final byte HAS_RIGHT = 4;
  private static final String[] POSITIONS = {
    "thinking", "hungry", "left fork", "EATING", "right fork"
  };

  private final int philosophers;

  /** A table of the given number of philosophers. */
  public DiningPhilosophers(int philosophers) {
    this.philosophers = Bounds.check("dining: --size (philosophers)", philosophers, 2, 24);
  }

  /** Whether the philosopher takes the left fork first. */
  protected boolean takesLeftFirst(int philosopher) {
    return philosopher < philosophers - 1;
  }

  /** Whether the fork left of the philosopher can be taken. */
  protected boolean leftIsFree(byte[] state, int philosopher) {
    return !holdsRight(state[(philosopher + philosophers - 1) % philosophers]);
  }

  /** Whether the fork right of the philosopher can be taken. */
  protected boolean rightIsFree(byte[] state, int philosopher) {
    return !holdsLeft(state[(philosopher + 1) % philosophers]);
  }

  private static boolean holdsLeft(byte position) {
    return position == HAS_LEFT || position == EATING;
  }

  private static boolean holdsRight(byte position) {
    return position == HAS_RIGHT || position == EATING;
  }

  @Override
  public String name() {
    return "dining(" + philosophers + ")";
  }

  @Override
  public List<byte[]> initialStates() {
    return List.of(new byte[philosophers]);
  }

  @Override
  public int actionCount() {
    return philosophers; // each can do at most one thing in any state
  }

  @Override
  public String actionName(int action) {
    return "philosopher " + action + " moves";
  }

  @Override
  public void successors(byte[] state, int action, Consumer<byte[]> out) {
    boolean leftFirst = takesLeftFirst(action);
    byte first = leftFirst ? HAS_LEFT : HAS_RIGHT;
    byte position = state[action];
    if (position == THINKING) {
      move(state, action, HUNGRY, out);
    } else if (position == HUNGRY) {
      if (leftFirst ? leftIsFree(state, action) : rightIsFree(state, action)) {
        move(state, action, first, out);
      }
    } else if (position == first) {
      if (leftFirst ? rightIsFree(state, action) : leftIsFree(state, action)) {
        move(state, action, EATING, out);
      }
    } else if (position == EATING) {
      move(state, action, leftFirst ? HAS_RIGHT : HAS_LEFT, out);
    } else {
      move(state, action, THINKING, out);
    }
  }

  private static void move(byte[] state, int philosopher, byte to, Consumer<byte[]> out) {
    byte[] next = state.clone();
    next[philosopher] = to;
    out.accept(next);
  }

  @Override
  public @Nullable String violatedInvariant(byte[] state) {
    for (int i = 0; i < philosophers; i++) {
      if (holdsRight(state[i]) && holdsLeft(state[(i + 1) % philosophers])) {
        return "ForkHeldOnce";
      }
    }
    return null;
  }

  @Override
  public boolean deadlockIsError() {
    return true;
  }

  @Override
  public String describe(byte[] state) {
    StringBuilder text = new StringBuilder(16 * state.length);
    for (int i = 0; i < philosophers; i++) {
      text.append(i == 0 ? "" : ", ").append(i).append(' ').append(POSITIONS[state[i]]);
    }
    return text.toString();
  }
}
