package dev.uncork.boot;

import org.jspecify.annotations.Nullable;

/** What a class is whose synchronized methods queue at a {@link TickGate} before the monitor. */
public interface Gated {
  /** The object's gate, or null as long as nobody has needed it. */
  @Nullable TickGate uncork$gate();

  /** Sets the gate. */
  void uncork$gate(TickGate gate);
}
