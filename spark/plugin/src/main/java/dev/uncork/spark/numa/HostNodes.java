package dev.uncork.spark.numa;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who has which NUMA nodes of one host: the executors of one application, beside those of others.
 *
 * <p>An executor gets the nodes with the fewest cores of executors per CPU, in the order of their
 * numbers where that is equal, and keeps them until it is gone. In mode {@code auto} it gets as few
 * nodes as have a CPU for each of its cores; one that needs all of them stays unbound.
 */
public final class HostNodes {
  private final NumaSetting setting;
  private final Map<String, Given> given = new HashMap<>();

  public HostNodes(NumaSetting setting) {
    this.setting = setting;
  }

  /** What an executor has, chosen beside what others had. */
  private record Given(NodeShare share, List<NodeShare> others) {}

  /**
   * What an executor gets.
   *
   * @param nodes the nodes; empty for staying unbound
   * @param reason why it stays unbound, in one line; empty for a bound one
   */
  public record Decision(BitSet nodes, String reason) {
    static Decision unbound(String reason) {
      return new Decision(new BitSet(), reason);
    }
  }

  /**
   * Gives an executor its nodes; the same ones if it asks again and others have what they had.
   *
   * @param topology what the executor may use
   * @param cores how many tasks it runs at a time, or fewer where a quota gives it less CPU time
   * @param others what executors of other applications have
   */
  public Decision assign(String executor, Topology topology, int cores, List<NodeShare> others) {
    Given before = given.remove(executor);
    if (before != null && before.others().equals(others)) {
      given.put(executor, before);
      return new Decision(before.share().nodes(), "");
    }
    if (setting.mode() == NumaSetting.Mode.OFF) {
      return Decision.unbound("spark.uncork.numa=off");
    }
    BitSet all = topology.nodes();
    if (all.cardinality() < 2) {
      return Decision.unbound(
          all.isEmpty()
              ? "no NUMA node is known here"
              : "all CPUs that it may use are on NUMA node " + KernelList.format(all));
    }
    BitSet wanted = setting.nodes();
    BitSet candidates = (BitSet) all.clone();
    if (wanted != null) {
      candidates.and(wanted);
      if (candidates.isEmpty()) {
        return Decision.unbound(
            "spark.uncork.numa="
                + KernelList.format(wanted)
                + " names none of the nodes here: "
                + KernelList.format(all));
      }
    }
    BitSet chosen = choose(candidates, topology, cores, others);
    if (chosen.cardinality() == all.cardinality()) {
      return Decision.unbound(
          "its " + cores + " cores need all of the " + all.cardinality() + " NUMA nodes");
    }
    given.put(executor, new Given(new NodeShare(chosen, cores), others));
    return new Decision(chosen, "");
  }

  private BitSet choose(BitSet candidates, Topology topology, int cores, List<NodeShare> others) {
    List<NodeShare> shares = new ArrayList<>(others);
    given.values().forEach(one -> shares.add(one.share()));
    List<Integer> byLoad = new ArrayList<>(candidates.stream().boxed().toList());
    byLoad.sort(
        Comparator.comparingDouble((Integer node) -> load(node, topology, shares))
            .thenComparing(Comparator.naturalOrder()));
    BitSet chosen = new BitSet();
    for (int node : byLoad) {
      chosen.set(node);
      if (setting.mode() == NumaSetting.Mode.SPREAD
          || topology.cpus(chosen).cardinality() >= cores) {
        break;
      }
    }
    return chosen;
  }

  /** Cores of executors for each CPU of a node. */
  private static double load(int node, Topology topology, List<NodeShare> shares) {
    double cores = 0;
    for (NodeShare share : shares) {
      if (share.nodes().get(node)) {
        cores += (double) share.cores() / share.nodes().cardinality();
      }
    }
    BitSet one = new BitSet();
    one.set(node);
    return cores / topology.cpus(one).cardinality();
  }

  /** An executor is gone: its nodes are free. */
  public void release(String executor) {
    given.remove(executor);
  }

  /** Whether no executor has nodes of this host. */
  public boolean isEmpty() {
    return given.isEmpty();
  }
}
