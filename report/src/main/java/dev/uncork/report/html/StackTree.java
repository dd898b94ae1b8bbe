package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks merged from their outermost frame on, as a flame graph shows them: each frame's value is
 * that of all stacks through it.
 */
final class StackTree {
  /** Frames below this share of the whole would be narrower than a pixel. */
  private static final double NARROWEST = 0.0005;

  private static final int DEEPEST = 256;

  private final Map<String, StackTree> children = new LinkedHashMap<>();
  private long value;

  /** Adds a stack, innermost frame first. */
  void add(List<String> frames, long weight) {
    StackTree at = this;
    at.value += weight;
    int outermost = Math.min(frames.size(), DEEPEST);
    for (int i = outermost - 1; i >= 0; i--) {
      at = at.children.computeIfAbsent(frames.get(i), frame -> new StackTree());
      at.value += weight;
    }
  }

  long value() {
    return value;
  }

  /** Number of frames that {@link #write} writes. */
  int nodes() {
    return nodes(Math.max(1, (long) (value * NARROWEST)));
  }

  /** The same of those whose value is at least that. */
  int nodes(long least) {
    int count = 1;
    for (StackTree child : children.values()) {
      count += child.value >= least ? child.nodes(least) : 0;
    }
    return count;
  }

  /** Writes the frames within, each as name, value and, if it has any, those within it. */
  void write(Strings strings, ArrayNode to) {
    write(strings, Math.max(1, (long) (value * NARROWEST)), to);
  }

  /** Writes those whose value is at least that. */
  void write(Strings strings, long least, ArrayNode to) {
    children.forEach(
        (frame, child) -> {
          if (child.value >= least) {
            ArrayNode node = to.addArray().add(strings.index(frame)).add(child.value);
            ArrayNode within = node.addArray();
            child.write(strings, least, within);
            if (within.isEmpty()) {
              node.remove(2);
            }
          }
        });
  }
}
