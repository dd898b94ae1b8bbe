package dev.uncork.diagnosis.lever;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyRequest;
import dev.uncork.recording.ThreadUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** On what cores threads run and how many of the JVM's own there are. */
final class PlacementLevers {
  private static final String POOL_THREAD = "ForkJoinPool.commonPool-worker-";
  private static final String POOL_OPTION =
      "-Djava.util.concurrent.ForkJoinPool.common.parallelism=";

  /** Share of the CPU time from which on the common pool is what works. */
  private static final double WORKS = 0.5;

  private PlacementLevers() {}

  static List<Lever> of(Diagnosis diagnosis, ProgramFacts facts) {
    List<Lever> levers = new ArrayList<>();
    cores(diagnosis, facts).ifPresent(levers::add);
    if (crossesNodes(diagnosis)) {
      levers.addAll(facts.placement());
    }
    boolean workersAsked =
        facts.asked().stream().anyMatch(lever -> lever.kind() == RemedyKind.WORKERS);
    if (!workersAsked && facts.javaOptionsPossible()) {
      levers.addAll(commonPool(diagnosis, facts));
    }
    return levers;
  }

  /**
   * As few cores as the curve promises most of; once that is in effect, all of them again, since
   * what holds many back may have been removed meanwhile.
   */
  private static Optional<Lever> cores(Diagnosis diagnosis, ProgramFacts facts) {
    boolean held =
        facts.remedies().stream()
            .flatMap(remedy -> RemedyRequest.parse(remedy).stream())
            .anyMatch(request -> request.remedy() == RemedyName.CORES);
    if (held) {
      Why why = new Why.HeldOnFewerCores(facts.cpus());
      return Optional.of(cores(facts.cpus(), OptionalDouble.empty(), why));
    }
    CoreCurve curve = diagnosis.curve();
    return curve
        .best()
        .map(
            best -> {
              double speed = best.speed().value();
              Why why = new Why.FasterOnFewerCores(best.cores(), curve.allCores(), speed);
              return cores(best.cores(), OptionalDouble.of(speed - 1), why);
            });
  }

  private static Lever cores(int count, OptionalDouble gain, Why why) {
    String name = RemedyName.CORES.label();
    String remedy = RemedyRequest.of(RemedyName.CORES, Integer.toString(count)).toString();
    return new Lever(
        RemedyKind.CORES,
        name,
        List.of(Change.remedy(RemedyKind.CORES, name, remedy)),
        gain,
        why,
        false);
  }

  /** Whether the program's threads ran on CPUs of several nodes. */
  private static boolean crossesNodes(Diagnosis diagnosis) {
    Map<Integer, Integer> nodeOfCpu = diagnosis.recording().timelines().nodeOfCpu();
    Set<Integer> nodes =
        diagnosis.recording().threads().stream()
            .map(thread -> nodeOfCpu.getOrDefault(thread.lastCpu(), -1))
            .filter(node -> node >= 0)
            .collect(Collectors.toSet());
    return nodes.size() > 1;
  }

  /** Fewer or more threads of the common pool, where it does the work and its number matters. */
  private static List<Lever> commonPool(Diagnosis diagnosis, ProgramFacts facts) {
    long all = 0;
    long pool = 0;
    for (ThreadUse thread : diagnosis.recording().threads()) {
      all += thread.cpuNanos();
      pool += thread.name().startsWith(POOL_THREAD) ? thread.cpuNanos() : 0;
    }
    boolean matters =
        diagnosis.findings().stream()
            .anyMatch(
                f ->
                    f.kind() == FindingKind.TOO_FEW_THREADS
                        || f.kind() == FindingKind.CONTENDED_LOCK
                        || f.kind() == FindingKind.HOLDER_DESCHEDULED);
    if (all == 0 || (double) pool / all < WORKS || !matters) {
      return List.of();
    }
    List<Change> values = new ArrayList<>();
    // The thread that hands work to the pool works too, so the JVM makes one less than CPUs.
    for (int size : new TreeSet<>(List.of(1, Math.max(1, facts.cpus() / 2), 2 * facts.cpus()))) {
      if (size != facts.cpus() - 1 && !facts.jvmOptions().contains(POOL_OPTION + size)) {
        values.add(Change.options(RemedyKind.WORKERS, "common-pool", List.of(POOL_OPTION + size)));
      }
    }
    OptionalDouble predicted =
        diagnosis.findings().stream()
            .filter(f -> f.kind() == FindingKind.TOO_FEW_THREADS)
            .mapToDouble(f -> Proposals.gain(f.savedShareAtMost()))
            .findFirst();
    Why why = new Why.CommonPool((double) pool / all);
    return List.of(new Lever(RemedyKind.WORKERS, "common-pool", values, predicted, why, false));
  }
}
