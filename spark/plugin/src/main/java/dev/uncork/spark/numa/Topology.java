package dev.uncork.spark.numa;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * The NUMA nodes that a process may use, each with the CPUs that it may use there.
 *
 * <p>CPUs that a cgroup, a container's CPU manager or a wrapper such as {@code taskset} withholds
 * are left out, and so are nodes without any CPU left: memory-only ones too.
 */
public record Topology(Map<Integer, BitSet> cpusOfNode) {
  private static final int MAX_CPUS = 8192; // CONFIG_NR_CPUS at most

  public Topology {
    cpusOfNode = Map.copyOf(cpusOfNode);
  }

  /**
   * Reads the nodes from sysfs.
   *
   * @param sys the root of sysfs
   * @param allowed the CPUs that the process may use
   * @throws IOException when sysfs has no nodes: a sandbox hides it, or the kernel has no NUMA
   */
  public static Topology read(Path sys, BitSet allowed) throws IOException {
    Map<Integer, BitSet> nodes = new TreeMap<>();
    Path directory = sys.resolve("devices/system/node");
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "node[0-9]*")) {
      for (Path entry : entries) {
        BitSet cpus = KernelList.parse(Files.readString(entry.resolve("cpulist")));
        cpus.and(allowed);
        if (!cpus.isEmpty()) {
          String number = entry.getFileName().toString().substring("node".length());
          nodes.put(Integer.parseInt(number), cpus);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot read the nodes in " + directory + ": " + e.getMessage(), e);
    }
    return new Topology(nodes);
  }

  /** Reads the nodes with all of their CPUs, whoever may use them. */
  public static Topology whole(Path sys) throws IOException {
    BitSet all = new BitSet();
    all.set(0, MAX_CPUS);
    return read(sys, all);
  }

  /** The node of each CPU that there is; empty where sysfs doesn't tell. */
  public static Map<Integer, Integer> nodeOfCpu(Path sys) {
    Map<Integer, Integer> nodes = new TreeMap<>();
    try {
      whole(sys)
          .cpusOfNode()
          .forEach((node, cpus) -> cpus.stream().forEach(cpu -> nodes.put(cpu, node)));
    } catch (IOException e) {
      return Map.of();
    }
    return nodes;
  }

  /** The CPUs of some nodes. */
  public BitSet cpus(BitSet nodes) {
    BitSet cpus = new BitSet();
    nodes.stream().filter(cpusOfNode::containsKey).forEach(node -> cpus.or(of(node)));
    return cpus;
  }

  private BitSet of(int node) {
    BitSet cpus = cpusOfNode.get(node);
    return cpus == null ? new BitSet() : cpus;
  }

  /** The nodes. */
  public BitSet nodes() {
    BitSet nodes = new BitSet();
    cpusOfNode.keySet().forEach(nodes::set);
    return nodes;
  }

  /** One line, such as {@code 0:0-7;1:8-15}, that {@link #parse} reads. */
  public String text() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(cpusOfNode)
        .forEach(
            (node, cpus) ->
                text.append(text.length() == 0 ? "" : ";")
                    .append(node)
                    .append(':')
                    .append(KernelList.format(cpus)));
    return text.toString();
  }

  /** Reads what {@link #text} wrote. */
  public static Topology parse(String text) {
    Map<Integer, BitSet> nodes = new TreeMap<>();
    for (String node : text.split(";")) {
      int colon = node.indexOf(':');
      if (colon > 0) {
        nodes.put(
            Integer.parseInt(node.substring(0, colon)),
            KernelList.parse(node.substring(colon + 1)));
      }
    }
    return new Topology(nodes);
  }
}
