package dev.uncork.scaling.sweep;

import java.util.List;

/**
 * One setting of everything that the sweep varies.
 *
 * @param workers what stands for {workers}
 * @param heap what stands for {heap}; empty when the heap is not varied
 * @param options what the user's own levers are set to, as {@code -Dx=16}
 */
public record Point(int workers, String heap, List<String> options) {
  /** All but the workers: points of one series make one curve. Empty if nothing else varies. */
  public String series() {
    String settings = String.join(" ", options);
    return heap.isEmpty() ? settings : ("heap " + heap + " " + settings).strip();
  }
}
