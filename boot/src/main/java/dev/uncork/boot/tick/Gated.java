package dev.uncork.boot.tick;

import org.jspecify.annotations.Nullable;

/**
 * What a class is whose synchronized methods queue at a {@link TickGate} before the monitor.
 *
 * <p>A gate is a plain object here, for the reason that {@code Reservable} gives.
 */
public interface Gated {
  /** The object's {@link TickGate}, or null as long as nobody has needed it. */
  @Nullable Object uncork$gate();

  /** Sets the gate. */
  void uncork$gate(Object gate);
}
