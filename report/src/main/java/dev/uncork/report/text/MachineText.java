package dev.uncork.report.text;

import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.report.words.ProbeResult;
import java.io.PrintStream;
import java.util.Locale;

/** What is known of a machine, for the terminal. */
public final class MachineText {
  private MachineText() {}

  /** Shows what a probe found, in one line. */
  public static void print(ProbeResult result, PrintStream out) {
    String state = result.state().name().toLowerCase(Locale.ROOT);
    String remedy = result.remedy().isEmpty() ? "" : " -> " + result.remedy();
    out.printf("%-8s %-20s %s%s%n", state, result.topic(), result.text(), remedy);
  }

  /** Shows what it costs to hand locks on, and which costs are too unsteady to predict with. */
  public static void print(HandOffCosts costs, PrintStream out) {
    out.printf(
        "%-12s %10s %14s %12s %8s%n", "lock", "hold µs", "hand-off µs", "signal µs", "spread");
    for (HandOffCosts.Cost cost : costs.costs()) {
      out.printf(
          Locale.ROOT,
          "%-12s %10.1f %14.3f %12.3f %7.1fx%n",
          cost.lockClass().name().toLowerCase(Locale.ROOT),
          cost.holdSeconds() * 1e6,
          cost.handOffSeconds() * 1e6,
          cost.signalSeconds() * 1e6,
          cost.spread());
    }
    for (HandOffCosts.Cost cost : costs.costs()) {
      if (!HandOffCosts.steady(cost)) {
        out.printf(
            Locale.ROOT,
            "uncork: handing on %s locks held for about %.1f µs costs %.1f times as much in one run"
                + " as in another here; nothing is predicted where such a lock is hot%n",
            cost.lockClass().name().toLowerCase(Locale.ROOT),
            cost.holdSeconds() * 1e6,
            cost.spread());
      }
    }
  }
}
