package dev.uncork.cli.sweep;

import dev.uncork.scaling.sweep.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of the runs: round by round, each round in an order of its own, so that a machine that
 * slowly warms up or fills spoils no single point. The order is the same every time.
 */
final class Schedule {
  /** A run to do. */
  record Slot(Point point, int round) {}

  private Schedule() {}

  /** All settings of all that varies, workers fastest. */
  static List<Point> points(List<Integer> workers, List<String> heaps, List<TriedOption> levers) {
    List<List<String>> options = List.of(List.of());
    for (TriedOption lever : levers) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> settings : options) {
        for (String setting : lever.settings()) {
          List<String> more = new ArrayList<>(settings);
          more.add(setting);
          longer.add(List.copyOf(more));
        }
      }
      options = longer;
    }
    List<Point> points = new ArrayList<>();
    for (String heap : heaps.isEmpty() ? List.of("") : heaps) {
      for (List<String> settings : options) {
        workers.forEach(count -> points.add(new Point(count, heap, settings)));
      }
    }
    return points;
  }

  /** One uncounted run of the first point (round 0), then the rounds. */
  static List<Slot> of(List<Point> points, int rounds, boolean warmUpRun) {
    List<Slot> slots = new ArrayList<>();
    if (warmUpRun) {
      slots.add(new Slot(points.get(0), 0));
    }
    for (int round = 1; round <= rounds; round++) {
      List<Point> order = new ArrayList<>(points);
      Collections.shuffle(order, new Random(round));
      for (Point point : order) {
        slots.add(new Slot(point, round));
      }
    }
    return slots;
  }
}
