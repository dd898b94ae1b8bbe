package dev.uncork.boot.reserve;

import dev.uncork.boot.collect.LockCollector;
import java.io.File;

/** Allows reservations in a JVM that runs a proof, without an agent. */
public final class ProofSwitch {
  private ProofSwitch() {}

  /**
   * Loads the native library of property {@code uncork.collector.lib} and allows reservations. The
   * control has no fence, which the litmus test would notice: it is left out there.
   */
  public static void on() {
    String library = new File(System.getProperty("uncork.collector.lib")).getPath();
    String problem = LockCollector.load(library);
    if (problem == null) {
      problem = Boolean.getBoolean("uncork.control") ? null : ReserveGroups.probe();
    }
    if (problem != null) {
      throw new IllegalStateException("reservations are not possible here: " + problem);
    }
    ReserveGroups.allow();
  }
}
