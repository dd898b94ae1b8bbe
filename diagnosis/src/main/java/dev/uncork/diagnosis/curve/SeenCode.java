package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where running threads were seen, for programs of which there are hardly any samples: JFR can't
 * walk the stack of a thread that copies an array or is in another stub of the JVM.
 *
 * <p>It doesn't tell whose cost rises with the cores. So it names only code in which threads are
 * most of the time, and of which bytecode tells that it contends.
 */
final class SeenCode {
  private static final double RUNS = 0.3;
  private static final double MOSTLY = 0.5;
  private static final int FEWEST_LOOKS = 20;

  private final Map<String, Seen> byMethod = new LinkedHashMap<>();
  private double all;
  private int looks;

  private static final class Seen {
    private final List<Frame> stack;
    private double weight;

    Seen(List<Frame> stack) {
      this.stack = stack;
    }
  }

  SeenCode(List<Snapshot> snapshots) {
    for (Snapshot snapshot : snapshots) {
      snapshot.threads().forEach(this::add);
    }
  }

  private void add(ThreadSample thread) {
    if (thread.state() != Thread.State.RUNNABLE
        || thread.cpuShare() < RUNS
        || thread.stack().stream().noneMatch(CodeOrigin::isApplication)) {
      return;
    }
    double weight = (double) thread.cpuShare() * thread.weight();
    byMethod.computeIfAbsent(CodeCosts.method(thread.stack()), method -> new Seen(thread.stack()))
            .weight +=
        weight;
    all += weight;
    looks++;
  }

  /**
   * The code that burns, as far as this tells.
   *
   * @param burnt share of the CPU time that isn't work
   * @param growth of a unit of work's CPU time
   */
  List<Burn> burns(CodeFacts facts, double burnt, double growth) {
    List<Burn> burns = new ArrayList<>();
    if (looks >= FEWEST_LOOKS) {
      for (Seen seen : byMethod.values()) {
        facts
            .sharing(seen.stack)
            .filter(access -> seen.weight >= MOSTLY * all)
            .ifPresent(
                access ->
                    burns.add(
                        new Burn(
                            BurntCode.kindOf(access),
                            access.object(),
                            CodeOrigin.site(seen.stack),
                            burnt * seen.weight / all,
                            growth,
                            seen.stack)));
      }
    }
    return burns;
  }
}
