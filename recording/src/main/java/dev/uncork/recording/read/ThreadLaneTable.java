package dev.uncork.recording.read;

import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where each thread ran over time while a recording is read.
 *
 * <p>A bin keeps one CPU and its lead in CPU time over the others (Boyer and Moore's majority vote,
 * weighted), so the CPU is the right one whenever it had more than half. Bounded: beyond {@link
 * #MAX_BINS} bins or {@link #MAX_CELLS} cells over all threads, each two neighbours become one; if
 * that leaves fewer than {@link #MIN_BINS}, no further threads are kept.
 */
final class ThreadLaneTable {
  static final int MAX_BINS = 1200;
  static final int MIN_BINS = 60;
  static final int MAX_CELLS = 4_000_000;
  static final long FIRST_BIN_MILLIS = 100;

  private static final int MAX_CPU = Short.MAX_VALUE;

  private final Map<Long, Lane> lanes = new HashMap<>();
  private final Map<Integer, Integer> nodes = new HashMap<>();
  private long binMillis = FIRST_BIN_MILLIS;
  private int usedBins;
  private long cells;

  void add(long threadId, int cpu, int node, long endMillis, long intervalNanos, long cpuNanos) {
    if (cpu < 0 || cpu > MAX_CPU || cpuNanos <= 0) {
      return;
    }
    if (node >= 0) {
      nodes.put(cpu, node);
    }
    long middle = Math.max(0, endMillis - intervalNanos / 2_000_000);
    while (middle / binMillis >= MAX_BINS) {
      doubleBins();
    }
    if (cells > MAX_CELLS && usedBins > 2 * MIN_BINS) {
      doubleBins();
    }
    Lane lane = lanes.get(threadId);
    if (lane == null) {
      if (cells > MAX_CELLS) {
        return;
      }
      lane = new Lane();
      lanes.put(threadId, lane);
    }
    int bin = (int) (middle / binMillis);
    usedBins = Math.max(usedBins, bin + 1);
    cells += lane.vote(bin, (short) cpu, cpuNanos);
  }

  long binMillis() {
    return binMillis;
  }

  Map<Integer, Integer> nodeOfCpu() {
    return nodes;
  }

  /** The lanes in the order of the given threads; threads that ran on no known CPU are left out. */
  List<Timelines.ThreadLane> lanes(List<ThreadUse> threads) {
    List<Timelines.ThreadLane> result = new ArrayList<>();
    for (ThreadUse thread : threads) {
      Lane lane = lanes.get(thread.osThreadId());
      if (lane != null) {
        result.add(lane.freeze(thread));
      }
    }
    return result;
  }

  private void doubleBins() {
    binMillis *= 2;
    usedBins = (usedBins + 1) / 2;
    cells = 0;
    lanes.replaceAll((id, lane) -> lane.halved());
    lanes.values().forEach(lane -> cells += lane.cpus.length);
  }

  private static final class Lane {
    private int first;
    private int end;
    private short[] cpus = new short[0];
    private float[] leads = new float[0];

    /** Adds a vote; returns by how many cells the lane grew. */
    int vote(int bin, short cpu, float nanos) {
      int grown = makeRoom(bin);
      int at = bin - first;
      if (cpus[at] == cpu) {
        leads[at] += nanos;
      } else if (leads[at] >= nanos) {
        leads[at] -= nanos;
      } else {
        cpus[at] = cpu;
        leads[at] = nanos - leads[at];
      }
      return grown;
    }

    private int makeRoom(int bin) {
      if (cpus.length == 0) {
        first = bin;
        end = bin;
      }
      int before = cpus.length;
      int front = Math.max(0, first - bin);
      int length = Math.max(end, bin + 1) - Math.min(first, bin);
      if (front > 0 || length > cpus.length) {
        int capacity = Math.max(length, Math.min(MAX_BINS, cpus.length * 2));
        short[] grownCpus = new short[capacity];
        Arrays.fill(grownCpus, (short) -1);
        float[] grownLeads = new float[capacity];
        System.arraycopy(cpus, 0, grownCpus, front, end - first);
        System.arraycopy(leads, 0, grownLeads, front, end - first);
        cpus = grownCpus;
        leads = grownLeads;
        first -= front;
      }
      end = Math.max(end, bin + 1);
      return cpus.length - before;
    }

    Lane halved() {
      Lane half = new Lane();
      for (int i = 0; i < end - first; i++) {
        if (cpus[i] >= 0) {
          half.vote((first + i) / 2, cpus[i], Math.max(1, leads[i]));
        }
      }
      return half;
    }

    Timelines.ThreadLane freeze(ThreadUse thread) {
      return new Timelines.ThreadLane(
          thread.osThreadId(), thread.name(), first, Arrays.copyOf(cpus, end - first));
    }
  }
}
