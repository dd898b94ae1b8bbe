package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Cores;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Timelines;
import java.util.Arrays;
import java.util.List;

/** The use of the cores over time, the sawtooth in it, and the use of each CPU. */
final class CoresData {
  /** Cycles of a sawtooth that the close-up of a long recording shows. */
  private static final int CLOSE_UP_CYCLES = 12;

  private static final int SHORTEST_CLOSE_UP_TICKS = 60;
  private static final int LONGEST_CLOSE_UP_TICKS = 400;
  private static final int MOST_LANE_BINS = 400;

  private CoresData() {}

  static void add(Diagnosis diagnosis, Detail detail, ObjectNode node) {
    Cores cores = diagnosis.cores();
    List<CpuTick> ticks = diagnosis.recording().cpu();
    node.put("count", cores.count());
    node.put("known", cores.known());
    node.put("busy", Resample.rounded(cores.busyShare() * cores.count()));
    if (cores.known()) {
      ObjectNode all = node.putObject("all");
      curve(ticks, 0, ticks.size(), detail.points(), cores.count(), all);
      sawtooth(cores, ticks, detail, node);
    }
    lanes(diagnosis.recording().timelines(), detail, node.putObject("lanes"));
  }

  private static void sawtooth(Cores cores, List<CpuTick> ticks, Detail detail, ObjectNode node) {
    if (!cores.sawtooth().present()) {
      return;
    }
    ObjectNode saw = node.putObject("sawtooth");
    saw.put("period", Resample.rounded(cores.sawtooth().periodSeconds()));
    saw.put("swing", Resample.rounded(cores.sawtooth().swingShare() * cores.count()));
    saw.put("cycles", cores.sawtooth().cycles());
    int from = 0;
    int to = ticks.size();
    if (ticks.size() > detail.points()) {
      int length = (int) (CLOSE_UP_CYCLES * cores.sawtooth().periodSeconds() / cores.tickSeconds());
      length = Math.max(SHORTEST_CLOSE_UP_TICKS, Math.min(LONGEST_CLOSE_UP_TICKS, length));
      from = Troughs.deepest(cores.timeline(), length);
      to = Math.min(ticks.size(), from + length);
      curve(ticks, from, to, to - from, cores.count(), saw.putObject("closeUp"));
    }
    ArrayNode troughs = saw.putArray("troughs");
    for (int tick : Troughs.of(cores.timeline(), from, to, cores.sawtooth().swingShare() / 2)) {
      Resample.add(troughs, middleSeconds(ticks.get(tick)));
    }
  }

  /** Cores that this process, and all processes, kept busy. */
  private static void curve(
      List<CpuTick> ticks, int from, int to, int points, int cores, ObjectNode node) {
    ArrayNode times = node.putArray("t");
    ArrayNode process = node.putArray("process");
    ArrayNode machine = node.putArray("machine");
    int groups = Math.min(points, to - from);
    double[] means = new double[groups];
    double last = 0;
    for (int i = 0; i < groups; i++) {
      double weight = 0;
      double busy = 0;
      double all = 0;
      int first = from + Resample.from(i, groups, to - from);
      int end = from + Resample.from(i + 1, groups, to - from);
      for (CpuTick tick : ticks.subList(first, end)) {
        double length = Math.max(1, tick.intervalNanos());
        weight += length;
        busy += length * tick.processBusy() * cores;
        all += length * tick.machineBusy() * Math.max(cores, tick.onlineCpus());
      }
      double middle = (middleSeconds(ticks.get(first)) + middleSeconds(ticks.get(end - 1))) / 2;
      // A tick that ends late for its length reaches back beyond the one before; a line must not.
      last = Math.max(last, Math.round(middle * 100) / 100.0);
      times.add(last);
      Resample.add(process, busy / Math.max(1, weight));
      means[i] = all / Math.max(1, weight);
    }
    // Kernels account CPU time of the whole machine coarsely; single ticks of it say little.
    double groupSeconds =
        groups < 2 ? 1 : (times.get(groups - 1).asDouble() - times.get(0).asDouble()) / groups;
    int reach = (int) Math.min(groups, Math.ceil(0.5 / Math.max(1e-3, groupSeconds)) - 1);
    for (int i = 0; i < groups; i++) {
      int first = Math.max(0, i - Math.max(0, reach));
      int end = Math.min(groups, i + Math.max(0, reach) + 1);
      Resample.add(machine, Arrays.stream(means, first, end).average().orElse(0));
    }
  }

  private static double middleSeconds(CpuTick tick) {
    return Math.max(0, tick.endMillis() / 1e3 - tick.intervalNanos() / 2e9);
  }

  private static void lanes(Timelines timelines, Detail detail, ObjectNode node) {
    List<float[]> cpus = timelines.cpus();
    int bins = cpus.isEmpty() ? 0 : cpus.get(0).length;
    int most =
        Math.max(40, Math.min(MOST_LANE_BINS, detail.cells() / 3 / Math.max(1, cpus.size())));
    // Whole groups of bins, so that all columns are equally long.
    int perColumn = Math.max(1, (bins + most - 1) / most);
    node.put("seconds", timelines.cpuBinMillis() * perColumn / 1e3);
    node.put("columns", (bins + perColumn - 1) / perColumn);
    ArrayNode rows = node.putArray("rows");
    for (float[] cpu : cpus) {
      StringBuilder row = new StringBuilder();
      for (int bin = 0; bin < bins; bin += perColumn) {
        double sum = 0;
        int known = 0;
        for (int i = bin; i < Math.min(bins, bin + perColumn); i++) {
          sum += Float.isNaN(cpu[i]) ? 0 : cpu[i];
          known += Float.isNaN(cpu[i]) ? 0 : 1;
        }
        Cells.share(known == 0 ? Double.NaN : sum / known, row);
      }
      rows.add(row.toString());
    }
  }
}
