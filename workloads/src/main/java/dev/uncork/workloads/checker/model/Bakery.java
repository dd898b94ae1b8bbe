package dev.uncork.workloads.checker.model;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lamport's bakery (CACM 17(8), 1974) with bounded tickets, one memory access a step.
 *
 * <p>A process that would have to draw a ticket beyond the bound withdraws and tries again later,
 * which keeps the number of states finite. Four bytes per process: program counter, the process
 * that it looks at, the highest ticket seen, its own ticket.
 */
public class Bakery implements Model {
  static final byte IDLE = 0;
  static final byte READ_TICKETS = 1;
  static final byte DRAW = 2;
  static final byte AWAIT_CHOOSING = 3;
  static final byte AWAIT_TICKET = 4;
  static final byte CRITICAL = 5;
  private static final String[] COUNTERS = {
    "idle", "read ticket of", "draw", "await choice of", "await ticket of", "CRITICAL"
  };
  private static final int BYTES = 4;
  private static final int LOOKS_AT = 1;
  private static final int HIGHEST = 2;
  private static final int TICKET = 3;

  private final int processes;
  private final int highestTicket;

  /** A bakery for the given number of processes and tickets from 1 to {@code highestTicket}. */
  public Bakery(int processes, int highestTicket) {
    this.processes = Bounds.check("bakery: --size (processes)", processes, 2, 8);
    this.highestTicket = Bounds.check("bakery: --tickets", highestTicket, 1, 100);
  }

  /** Whether others see that the process is choosing its ticket; without it, the bakery fails. */
  protected boolean announcesChoice() {
    return true;
  }

  @Override
  public String name() {
    return "bakery(" + processes + ", tickets=" + highestTicket + ")";
  }

  @Override
  public List<byte[]> initialStates() {
    return List.of(new byte[processes * BYTES]);
  }

  @Override
  public int actionCount() {
    return processes;
  }

  @Override
  public String actionName(int action) {
    return "process " + action + " moves";
  }

  @Override
  public void successors(byte[] state, int action, Consumer<byte[]> out) {
    int me = action * BYTES;
    int other = state[me + LOOKS_AT] * BYTES;
    byte[] next = state.clone();
    switch (state[me]) {
      case IDLE -> look(next, action, READ_TICKETS, DRAW, -1);
      case READ_TICKETS -> {
        next[me + HIGHEST] = (byte) Math.max(state[me + HIGHEST], state[other + TICKET]);
        look(next, action, READ_TICKETS, DRAW, state[me + LOOKS_AT]);
      }
      case DRAW -> {
        next[me + HIGHEST] = 0;
        if (state[me + HIGHEST] < highestTicket) {
          next[me + TICKET] = (byte) (state[me + HIGHEST] + 1);
          look(next, action, AWAIT_CHOOSING, CRITICAL, -1);
        } else {
          next[me] = IDLE;
        }
      }
      case AWAIT_CHOOSING -> {
        if (isChoosing(state[other])) {
          return;
        }
        next[me] = AWAIT_TICKET;
      }
      case AWAIT_TICKET -> {
        if (goesFirst(state, state[me + LOOKS_AT], action)) {
          return;
        }
        look(next, action, AWAIT_CHOOSING, CRITICAL, state[me + LOOKS_AT]);
      }
      default -> {
        next[me] = IDLE;
        next[me + TICKET] = 0;
      }
    }
    out.accept(next);
  }

  /** Turns to the next other process after {@code last}, or goes on when all were looked at. */
  private void look(byte[] next, int process, byte loop, byte after, int last) {
    int target = last + 1 == process ? last + 2 : last + 1;
    int me = process * BYTES;
    next[me] = target < processes ? loop : after;
    next[me + LOOKS_AT] = (byte) (target < processes ? target : 0);
  }

  private boolean isChoosing(byte counter) {
    return announcesChoice() && (counter == READ_TICKETS || counter == DRAW);
  }

  private static boolean goesFirst(byte[] state, int other, int process) {
    int its = state[other * BYTES + TICKET];
    int own = state[process * BYTES + TICKET];
    return its != 0 && (its < own || (its == own && other < process));
  }

  @Override
  public @Nullable String violatedInvariant(byte[] state) {
    int critical = 0;
    for (int i = 0; i < processes; i++) {
      critical += state[i * BYTES] == CRITICAL ? 1 : 0;
    }
    return critical > 1 ? "MutualExclusion" : null;
  }

  @Override
  public boolean deadlockIsError() {
    return true;
  }

  @Override
  public String describe(byte[] state) {
    StringBuilder text = new StringBuilder(32 * processes);
    for (int i = 0; i < processes; i++) {
      int at = i * BYTES;
      text.append(i == 0 ? "" : "; ").append(i).append(' ').append(COUNTERS[state[at]]);
      if (COUNTERS[state[at]].endsWith("of")) {
        text.append(' ').append(state[at + LOOKS_AT]);
      }
      text.append(", ticket ").append(state[at + TICKET]);
      text.append(", highest seen ").append(state[at + HIGHEST]);
    }
    return text.toString();
  }
}
