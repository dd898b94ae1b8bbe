package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.Timelines.ThreadLane;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** On which CPU each thread ran, over time, and which NUMA node that is. */
final class ThreadsData {
  private static final int MOST_COLUMNS = 240;

  private ThreadsData() {}

  static void add(Recording recording, Detail detail, Strings strings, ObjectNode node) {
    Timelines timelines = recording.timelines();
    List<ThreadLane> lanes = timelines.threads();
    int shown = Math.min(lanes.size(), detail.threads());
    int bins = lanes.stream().mapToInt(ThreadLane::endBin).max().orElse(0);
    int most = Math.max(40, Math.min(MOST_COLUMNS, detail.cells() / Math.max(1, shown)));
    int perColumn = Math.max(1, (bins + most - 1) / most);
    node.put("seconds", timelines.threadBinMillis() * perColumn / 1e3);
    node.put("columns", (bins + perColumn - 1) / perColumn);
    Map<Long, ThreadUse> uses = new HashMap<>();
    recording.threads().forEach(use -> uses.put(use.osThreadId(), use));
    ArrayNode rows = node.putArray("rows");
    for (ThreadLane lane : lanes.subList(0, shown)) {
      ThreadUse use = uses.get(lane.osThreadId());
      ArrayNode row = rows.addArray();
      row.add(strings.index(lane.name().isEmpty() ? "thread " + lane.osThreadId() : lane.name()));
      row.add(use == null ? 0 : use.cpuNanos());
      row.add(use == null ? 0 : use.cpuChanges());
      row.add(use == null ? 0 : use.samples());
      row.add(cells(lane, bins, perColumn));
    }
    node.put("omitted", recording.threads().size() - shown);
    ObjectNode nodes = node.putObject("nodes");
    timelines.nodeOfCpu().forEach((cpu, numa) -> nodes.put(String.valueOf(cpu), numa));
  }

  private static String cells(ThreadLane lane, int bins, int perColumn) {
    StringBuilder row = new StringBuilder();
    for (int bin = 0; bin < bins; bin += perColumn) {
      Cells.number(mostFrequent(lane, bin, Math.min(bins, bin + perColumn)), row);
    }
    return row.toString();
  }

  private static int mostFrequent(ThreadLane lane, int from, int to) {
    if (to - from == 1) {
      return lane.cpuAt(from);
    }
    Map<Integer, Integer> counts = new HashMap<>();
    int best = -1;
    for (int bin = from; bin < to; bin++) {
      int cpu = lane.cpuAt(bin);
      if (cpu >= 0) {
        int count = counts.merge(cpu, 1, Integer::sum);
        best = best < 0 || count > counts.getOrDefault(best, 0) ? cpu : best;
      }
    }
    return best;
  }
}
