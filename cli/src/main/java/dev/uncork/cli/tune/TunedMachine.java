package dev.uncork.cli.tune;

import dev.uncork.cli.launch.NumaNodes;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * What this machine allows to be tried.
 *
 * @param placement keeps a program on one node; empty where there is only one
 * @param keepsHolders whether the kernel can keep a lock's holder on its processor
 * @param refusals what can't be tried here, and why, one line each
 */
record TunedMachine(List<Lever> placement, boolean keepsHolders, List<String> refusals) {
  private static final String NUMA = "numa";

  TunedMachine {
    placement = List.copyOf(placement);
    refusals = List.copyOf(refusals);
  }

  static TunedMachine here() {
    return of(NumaNodes.ofMachine(), NumaNodes.canBind(), System.getProperty("os.version", "0"));
  }

  /**
   * A machine.
   *
   * @param binds whether a program can be bound to a node
   * @param kernel its release
   */
  static TunedMachine of(NumaNodes nodes, boolean binds, String kernel) {
    List<String> refusals = new ArrayList<>();
    List<Lever> placement = new ArrayList<>();
    if (nodes.refusal().isPresent()) {
      refusals.add("numa: " + nodes.refusal().get());
    } else if (!binds) {
      refusals.add("numa: there is no taskset to bind a program with; install util-linux");
    } else {
      int node = new TreeSet<>(nodes.cpus().keySet()).first();
      placement.add(
          new Lever(
              RemedyKind.NUMA,
              NUMA,
              List.of(
                  Change.remedy(RemedyKind.NUMA, NUMA, "numa=" + node),
                  Change.options(RemedyKind.NUMA, NUMA, List.of("-XX:+UseNUMA"))),
              OptionalDouble.empty(),
              Why.Known.THREADS_ON_NODES,
              false));
    }
    boolean keepsHolders = longerSlices(kernel);
    if (!keepsHolders) {
      refusals.add(
          "nopreempt: Linux "
              + kernel
              + " has neither the time-slice extension (7.0) nor longer slices (6.12)");
    }
    return new TunedMachine(placement, keepsHolders, refusals);
  }

  private static boolean longerSlices(String kernel) {
    String[] parts = kernel.split("[^0-9]+", 3);
    if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      return false;
    }
    int major = Integer.parseInt(parts[0]);
    return major > 6 || major == 6 && Integer.parseInt(parts[1]) >= 12;
  }
}
