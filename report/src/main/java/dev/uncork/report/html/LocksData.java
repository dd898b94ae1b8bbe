package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The contended locks: over time, as a table, and the stacks of those who wait and hold. */
final class LocksData {
  private static final int MOST_SERIES = 7;
  private static final int MOST_COLUMNS = 300;

  private final Diagnosis diagnosis;
  private final Detail detail;
  private final Strings strings;
  private int nodesLeft;

  LocksData(Diagnosis diagnosis, Detail detail, Strings strings) {
    this.diagnosis = diagnosis;
    this.detail = detail;
    this.strings = strings;
    this.nodesLeft = detail.nodes();
  }

  void add(ObjectNode node) {
    List<LockRow> rows = diagnosis.locks();
    int shown = Math.min(rows.size(), detail.rows());
    node.put("source", diagnosis.recording().lockSource().name());
    overTime(rows, node.putObject("overTime"));
    Map<String, Long> holds = medianHolds(diagnosis.recording().holds());
    ArrayNode table = node.putArray("rows");
    for (LockRow row : rows.subList(0, shown)) {
      row(row, holds, table.addArray());
    }
    omitted(rows.subList(shown, rows.size()), node);
  }

  /** Threads blocked at each of the heaviest locks, and at all others together. */
  private void overTime(List<LockRow> rows, ObjectNode node) {
    int seconds = (int) Math.min(30 * 24 * 3600, diagnosis.recording().durationNanos() / 1e9 + 1);
    int perColumn = Math.max(1, (seconds + MOST_COLUMNS - 1) / MOST_COLUMNS);
    int columns = (seconds + perColumn - 1) / perColumn;
    int series = (int) rows.stream().limit(MOST_SERIES).filter(r -> r.use().blocked() > 0).count();
    double[][] sums = new double[series + 1][columns];
    boolean others = false;
    for (int i = 0; i < rows.size(); i++) {
      for (LockUse.LockSecond second : rows.get(i).use().seconds()) {
        if (second.second() < seconds) {
          sums[Math.min(i, series)][second.second() / perColumn] +=
              second.acquireNanos() / 1e9 / perColumn;
          others |= i >= series && second.acquireNanos() > 0;
        }
      }
    }
    node.put("seconds", perColumn);
    ArrayNode names = node.putArray("names");
    ArrayNode values = node.putArray("values");
    for (int i = 0; i < series + (others ? 1 : 0); i++) {
      names.add(
          strings.index(i < series ? rows.get(i).name() : rows.size() - series + " other locks"));
      ArrayNode line = values.addArray();
      for (double value : sums[i]) {
        Resample.add(line, value);
      }
    }
  }

  /** Name, kind, site, holder, figures, and the stacks of waiters and holders if there are any. */
  private void row(LockRow row, Map<String, Long> holds, ArrayNode node) {
    LockUse use = row.use();
    node.add(strings.index(row.name()));
    node.add(strings.index(use.id().kind().label()));
    node.add(strings.index(row.site().map(site -> site.frame().toString()).orElse("")));
    node.add(
        strings.index(
            row.holder()
                .map(
                    holder ->
                        holder.thread() + holder.frame().map(frame -> " in " + frame).orElse(""))
                .orElse("")));
    node.add(use.totalAcquireNanos()).add(use.maxAcquireNanos()).add(use.blocked());
    node.add(use.waits()).add(use.waitedNanos());
    node.add(holds.getOrDefault(use.id().lockClass(), -1L));
    stacks(use.waiters(), true, node.addArray());
    stacks(use.holders(), false, node.addArray());
  }

  /** Total and tree; nothing where no stack was seen or the page has no room for more. */
  private void stacks(List<LockStack> stacks, boolean byTime, ArrayNode node) {
    StackTree tree = new StackTree();
    for (LockStack stack : stacks) {
      List<String> frames = stack.frames().stream().map(Object::toString).toList();
      tree.add(
          frames.isEmpty() ? List.of("(stacks beyond the number kept)") : frames,
          byTime ? stack.waitNanos() / 1000 : stack.count());
    }
    int nodes = tree.nodes();
    if (tree.value() > 0 && nodes > 1 && nodes <= nodesLeft) {
      nodesLeft -= nodes;
      node.add(tree.value());
      tree.write(strings, node.addArray());
    }
  }

  private static void omitted(List<LockRow> rows, ObjectNode node) {
    node.put("omitted", rows.size());
    node.put("omittedBlocked", rows.stream().mapToLong(row -> row.use().blocked()).sum());
    node.put("omittedNanos", rows.stream().mapToLong(row -> row.use().totalAcquireNanos()).sum());
  }

  /** Typical hold time of each class of lock for which it was measured. */
  private static Map<String, Long> medianHolds(List<LockHold> holds) {
    Map<String, double[]> sums = new HashMap<>();
    for (LockHold hold : holds) {
      double[] sum = sums.computeIfAbsent(hold.lockClass(), key -> new double[2]);
      sum[0] += (double) hold.acquisitions() * hold.medianNanos();
      sum[1] += hold.acquisitions();
    }
    Map<String, Long> means = new HashMap<>();
    sums.forEach((name, sum) -> means.put(name, sum[1] > 0 ? Math.round(sum[0] / sum[1]) : -1));
    return means;
  }
}
