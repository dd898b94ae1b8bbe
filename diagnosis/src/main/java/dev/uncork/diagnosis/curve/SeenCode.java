package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where running threads were seen, for programs of which there are hardly any samples in windows:
 * JFR can't walk the stack of a thread that copies an array or is in another stub of the JVM.
 *
 * <p>It doesn't tell whose cost rises with the cores. So it names only code in which threads are
 * most of the time, and of which bytecode tells that it contends.
 */
final class SeenCode {
  private static final double RUNS = 0.3;
  private static final double MOSTLY = 0.5;
  private static final int FEWEST_LOOKS = 20;

  private final Map<String, Seen> byMethod = new LinkedHashMap<>();
  private final boolean plainTells;
  private double all;
  private long looks;

  private static final class Seen {
    private final List<Frame> stack;
    private double weight;

    Seen(List<Frame> stack) {
      this.stack = stack;
    }
  }

  private SeenCode(boolean plainTells) {
    this.plainTells = plainTells;
  }

  /** As looks at threads show it. */
  static SeenCode inLooks(List<Snapshot> snapshots) {
    SeenCode seen = new SeenCode(false);
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        if (thread.state() == Thread.State.RUNNABLE && thread.cpuShare() >= RUNS) {
          seen.add(thread.stack(), (double) thread.cpuShare() * thread.weight(), 1);
        }
      }
    }
    return seen;
  }

  /** As samples of the whole recording show it, most of which fall on all cores. */
  static SeenCode inSamples(Samples samples) {
    SeenCode seen = new SeenCode(true);
    samples.all().forEach(counted -> seen.add(counted.frames(), counted.count(), counted.count()));
    return seen;
  }

  private void add(List<Frame> stack, double weight, long times) {
    if (stack.stream().anyMatch(CodeOrigin::isApplication)) {
      byMethod.computeIfAbsent(CodeCosts.method(stack), method -> new Seen(stack)).weight += weight;
      all += weight;
      looks += times;
    }
  }

  /**
   * The code that burns, as far as this tells.
   *
   * @param burnt share of the CPU time that isn't work
   * @param growth of a unit of work's CPU time
   */
  List<Burn> burns(CodeFacts facts, double burnt, double growth) {
    List<Burn> burns = new ArrayList<>();
    if (looks < FEWEST_LOOKS) {
      return burns;
    }
    Set<Seen> callers = new HashSet<>();
    for (Seen seen : heaviestFirst()) {
      Optional<CodeFacts.Access> access =
          facts.sharing(seen.stack).or(() -> facts.triedAgain(seen.stack));
      if (access.isEmpty() && plainTells && growth >= CoreCurve.TOO_MUCH_FOR_CACHES) {
        access =
            beside(seen, facts).filter(CodeFacts.Access::stores).or(() -> facts.plain(seen.stack));
      }
      if (access.isEmpty()) {
        continue;
      }
      double ofCaller =
          caller(seen, facts).filter(callers::add).map(caller -> caller.weight).orElse(0.0);
      burns.add(
          new Burn(
              BurntCode.kindOf(access.get()),
              access.get().object(),
              CodeOrigin.site(seen.stack),
              (seen.weight + ofCaller) / all,
              growth,
              seen.stack));
    }
    return BurntCode.merged(burns).stream()
        .filter(burn -> burn.share() >= MOSTLY)
        .map(burn -> burn.withShare(burnt * Math.min(1, burn.share())))
        .toList();
  }

  /** What is known of code that the same code calls, where that takes part of the time. */
  private Optional<CodeFacts.Access> beside(Seen seen, CodeFacts facts) {
    Optional<String> caller = CodeFacts.caller(seen.stack);
    List<Seen> beside =
        heaviestFirst().stream()
            .filter(other -> other != seen && caller.isPresent())
            .filter(other -> CodeFacts.caller(other.stack).equals(caller))
            .filter(other -> facts.sharing(other.stack).isPresent())
            .toList();
    double weight = beside.stream().mapToDouble(other -> other.weight).sum();
    return beside.isEmpty() || weight < BurntCode.TELLING_SHARE * seen.weight
        ? Optional.empty()
        : facts.sharing(beside.get(0).stack);
  }

  private List<Seen> heaviestFirst() {
    return byMethod.values().stream()
        .sorted(Comparator.comparingDouble((Seen seen) -> seen.weight).reversed())
        .toList();
  }

  /** The caller of code that is compiled into it, whose time is told of the caller. */
  private Optional<Seen> caller(Seen seen, CodeFacts facts) {
    return CodeFacts.caller(seen.stack)
        .map(byMethod::get)
        .filter(caller -> caller != seen)
        .filter(caller -> seen.weight >= caller.weight * facts.tellingShare(caller.stack))
        .filter(caller -> facts.sharing(caller.stack).isEmpty());
  }
}
