package dev.uncork.agent.reserve;

import dev.uncork.rewriting.selection.ClassSelection;
import org.jspecify.annotations.Nullable;

/**
 * Which remedy is wanted for which classes.
 *
 * @param reserve lock reservation
 * @param counter atomic counters
 * @param adder counters spread over an adder
 */
public record WantedRemedies(ClassSelection reserve, ClassSelection counter, ClassSelection adder) {

  /** Reads the selections; null is none. */
  public static WantedRemedies of(
      @Nullable String reserve, @Nullable String counter, @Nullable String adder) {
    return new WantedRemedies(selection(reserve), selection(counter), selection(adder));
  }

  /** The same without lock reservation. */
  WantedRemedies withoutReserve() {
    return new WantedRemedies(selection(null), counter, adder);
  }

  /** The same without counters. */
  WantedRemedies withoutCounters() {
    return new WantedRemedies(reserve, selection(null), selection(null));
  }

  /** Whether any counters are. */
  public boolean counters() {
    return !counter.isEmpty() || !adder.isEmpty();
  }

  /** Whether nothing is. */
  public boolean isEmpty() {
    return reserve.isEmpty() && !counters();
  }

  private static ClassSelection selection(@Nullable String text) {
    return ClassSelection.of(text == null ? "" : text);
  }
}
