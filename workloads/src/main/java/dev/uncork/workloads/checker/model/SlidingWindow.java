package dev.uncork.workloads.checker.model;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The go-back-n sliding-window protocol (Tanenbaum's protocol 5) over two lossy first-in-first-out
 * channels, with sequence numbers modulo {@code window + 1}.
 *
 * <p>The sender keeps up to {@code window} frames unacknowledged and starts again from the oldest
 * at a time-out, which may come at any time; the receiver takes the frame that it expects and
 * acknowledges every frame with what it expects next; either channel may lose any frame in it. A
 * frame carries the number of its message, of which the protocol sees only the remainder; the
 * invariant sees all of it. Bytes: oldest unacknowledged, next to send, expected, whether a wrong
 * message was delivered, lengths of both channels, data channel, acknowledgement channel.
 */
public class SlidingWindow implements Model {
  private static final int BASE = 0;
  private static final int NEXT = 1;
  private static final int EXPECTED = 2;
  private static final int WRONG = 3;
  private static final int DATA_LENGTH = 4;
  private static final int ACK_LENGTH = 5;
  private static final int DATA = 6;
  private static final String[] ACTIONS = {
    "send", "time-out", "lose data", "lose acknowledgement", "receive", "acknowledged"
  };

  private final int messages;
  private final int window;
  private final int capacity;

  /** A transfer of {@code messages} messages with up to {@code capacity} frames in a channel. */
  public SlidingWindow(int messages, int window, int capacity) {
    this.messages = Bounds.check("sliding-window: --size (messages)", messages, 1, 100);
    this.window = Bounds.check("sliding-window: --window", window, 1, 16);
    this.capacity = Bounds.check("sliding-window: --capacity", capacity, 1, 16);
  }

  /** The number of sequence numbers; at least one more than the window. */
  protected int sequenceNumbers(int windowSize) {
    return windowSize + 1;
  }

  @Override
  public String name() {
    return "sliding-window(" + messages + ", window=" + window + ", capacity=" + capacity + ")";
  }

  @Override
  public List<byte[]> initialStates() {
    return List.of(new byte[DATA + 2 * capacity]);
  }

  @Override
  public int actionCount() {
    return ACTIONS.length;
  }

  @Override
  public String actionName(int action) {
    return ACTIONS[action];
  }

  @Override
  public void successors(byte[] state, int action, Consumer<byte[]> out) {
    switch (action) {
      case 0 -> send(state, out);
      case 1 -> {
        if (state[NEXT] > state[BASE]) {
          byte[] next = state.clone();
          next[NEXT] = state[BASE];
          out.accept(next);
        }
      }
      case 2 -> lose(state, DATA_LENGTH, DATA, out);
      case 3 -> lose(state, ACK_LENGTH, DATA + capacity, out);
      case 4 -> receive(state, out);
      default -> acknowledged(state, out);
    }
  }

  private void send(byte[] state, Consumer<byte[]> out) {
    byte number = state[NEXT];
    if (number < messages && number < state[BASE] + window && state[DATA_LENGTH] < capacity) {
      byte[] next = state.clone();
      next[DATA + next[DATA_LENGTH]++] = number;
      next[NEXT]++;
      out.accept(next);
    }
  }

  private static void lose(byte[] state, int length, int channel, Consumer<byte[]> out) {
    for (int i = 0; i < state[length]; i++) {
      byte[] next = state.clone();
      remove(next, length, channel, i);
      out.accept(next);
    }
  }

  private void receive(byte[] state, Consumer<byte[]> out) {
    if (state[DATA_LENGTH] == 0 || state[ACK_LENGTH] == capacity) {
      return;
    }
    byte[] next = state.clone();
    byte number = next[DATA];
    remove(next, DATA_LENGTH, DATA, 0);
    int modulus = sequenceNumbers(window);
    if (number % modulus == next[EXPECTED] % modulus) {
      if (number != next[EXPECTED]) {
        next[WRONG] = 1;
      }
      next[EXPECTED]++;
    }
    next[DATA + capacity + next[ACK_LENGTH]++] = (byte) (next[EXPECTED] % modulus);
    out.accept(next);
  }

  private void acknowledged(byte[] state, Consumer<byte[]> out) {
    if (state[ACK_LENGTH] == 0) {
      return;
    }
    byte[] next = state.clone();
    int expected = next[DATA + capacity];
    remove(next, ACK_LENGTH, DATA + capacity, 0);
    int modulus = sequenceNumbers(window);
    int advance = Math.floorMod(expected - next[BASE], modulus);
    next[BASE] += (byte) advance;
    if (next[NEXT] < next[BASE]) {
      next[NEXT] = next[BASE];
    }
    out.accept(next);
  }

  private static void remove(byte[] next, int length, int channel, int index) {
    int last = --next[length];
    for (int i = index; i < last; i++) {
      next[channel + i] = next[channel + i + 1];
    }
    next[channel + last] = 0;
  }

  @Override
  public @Nullable String violatedInvariant(byte[] state) {
    if (state[WRONG] != 0) {
      return "DeliveredInOrder";
    }
    boolean windowHolds = state[BASE] <= state[EXPECTED] && state[EXPECTED] <= state[BASE] + window;
    return windowHolds ? null : "ReceiverInWindow";
  }

  @Override
  public boolean deadlockIsError() {
    return false; // everything was delivered and acknowledged: the transfer is over
  }

  @Override
  public String describe(byte[] state) {
    StringBuilder text = new StringBuilder(96);
    text.append("sender ").append(state[BASE]).append("..").append(state[NEXT]);
    text.append("; receiver expects ").append(state[EXPECTED]).append("; data");
    for (int i = 0; i < state[DATA_LENGTH]; i++) {
      text.append(' ').append(state[DATA + i]);
    }
    text.append("; acknowledgements");
    for (int i = 0; i < state[ACK_LENGTH]; i++) {
      text.append(' ').append(state[DATA + capacity + i]);
    }
    return text.toString();
  }
}
