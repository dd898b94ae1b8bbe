package dev.uncork.agent.observe.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Which NUMA node each CPU belongs to, from sysfs. */
final class CpuNodes {
  private static final int UNKNOWN = -1;

  private int[] nodeOfCpu = new int[0];

  /**
   * Reads {@code devices/system/node/node&#42;/cpulist}; a kernel without NUMA leaves all unknown.
   */
  CpuNodes(Path sysRoot) {
    Path nodes = sysRoot.resolve("devices/system/node");
    try (Stream<Path> entries = Files.list(nodes)) {
      for (Path node :
          entries.filter(p -> p.getFileName().toString().matches("node\\d+")).toList()) {
        int number = Integer.parseInt(node.getFileName().toString().substring("node".length()));
        for (int cpu : parseList(Files.readString(node.resolve("cpulist")))) {
          set(cpu, number);
        }
      }
    } catch (IOException | RuntimeException e) {
      // Unknown it stays: sysfs is hidden in some sandboxes.
    }
  }

  int of(int cpu) {
    return cpu >= 0 && cpu < nodeOfCpu.length ? nodeOfCpu[cpu] : UNKNOWN;
  }

  private void set(int cpu, int node) {
    int before = nodeOfCpu.length;
    if (cpu >= before) {
      nodeOfCpu = Arrays.copyOf(nodeOfCpu, cpu + 1);
      Arrays.fill(nodeOfCpu, before, nodeOfCpu.length, UNKNOWN);
    }
    nodeOfCpu[cpu] = node;
  }

  /** The CPUs of a kernel list such as {@code 0-3,8,10-11}; an empty list is none. */
  static List<Integer> parseList(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.trim().split(",")) {
      if (!range.isEmpty()) {
        String[] ends = range.split("-");
        int last = Integer.parseInt(ends[ends.length - 1].trim());
        for (int cpu = Integer.parseInt(ends[0].trim()); cpu <= last; cpu++) {
          cpus.add(cpu);
        }
      }
    }
    return cpus;
  }
}
