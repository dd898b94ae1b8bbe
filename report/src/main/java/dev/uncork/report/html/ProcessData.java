package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Phase;
import dev.uncork.recording.Gc;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import java.util.List;

/** Phases, garbage collection, and the application's own speed. */
final class ProcessData {
  private static final int MOST_PHASES = 200;
  private static final int MOST_FRAMES = 12;
  private static final int MOST_COLUMNS = 300;

  private ProcessData() {}

  static void add(Diagnosis diagnosis, Detail detail, Strings strings, ObjectNode root) {
    phases(diagnosis.phases(), strings, root);
    gc(diagnosis.recording(), root.putObject("gc"));
    progress(diagnosis.recording().progress(), detail, root.putObject("progress"));
  }

  private static void phases(List<Phase> phases, Strings strings, ObjectNode root) {
    ArrayNode array = root.putArray("phases");
    for (Phase phase : phases.subList(0, Math.min(MOST_PHASES, phases.size()))) {
      ObjectNode node = array.addObject();
      node.put("kind", phase.kind().label());
      node.put("from", phase.fromSecond());
      node.put("to", phase.toSecond());
      node.put("busy", Resample.rounded(phase.busyCores()));
      node.put("thread", strings.index(phase.thread()));
      ArrayNode stack = node.putArray("stack");
      phase.stack().stream()
          .limit(MOST_FRAMES)
          .forEach(frame -> stack.add(strings.index(frame.toString())));
    }
    root.put("phasesOmitted", Math.max(0, phases.size() - MOST_PHASES));
  }

  /**
   * Milliseconds of pauses per column, of the collections that the program asked for and others.
   */
  private static void gc(Recording recording, ObjectNode node) {
    double seconds = Math.max(1, recording.durationNanos() / 1e9);
    double perColumn = Math.max(0.1, seconds / MOST_COLUMNS);
    int columns = (int) Math.ceil(seconds / perColumn);
    double[] own = new double[columns];
    double[] asked = new double[columns];
    for (Gc gc : recording.gcs()) {
      int column = (int) (gc.startMillis() / 1e3 / perColumn);
      (gc.explicit() ? asked : own)[Math.max(0, Math.min(columns - 1, column))] +=
          gc.pauseNanos() / 1e6;
    }
    node.put("seconds", Resample.rounded(perColumn));
    node.put("count", recording.gcs().size());
    values(own, node.putArray("automatic"));
    values(asked, node.putArray("explicit"));
  }

  private static void values(double[] values, ArrayNode array) {
    for (double value : values) {
      Resample.add(array, value);
    }
  }

  private static void progress(List<ProgressPoint> points, Detail detail, ObjectNode node) {
    ArrayNode times = node.putArray("t");
    ArrayNode rates = node.putArray("rate");
    int groups = Math.min(detail.points() / 2, points.size());
    for (int i = 0; i < groups; i++) {
      int from = Resample.from(i, groups, points.size());
      int to = Resample.from(i + 1, groups, points.size());
      double sum = 0;
      double millis = 0;
      for (ProgressPoint point : points.subList(from, to)) {
        sum += point.rate();
        millis += point.atMillis();
      }
      times.add(Math.round(millis / (to - from) / 10) / 100.0);
      Resample.add(rates, sum / (to - from));
    }
  }
}
