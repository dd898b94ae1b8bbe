package dev.uncork.diagnosis.lever;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Remedies of the agent's for the very locks that statistics name, as far as the code allows them;
 * all others stay as they are.
 */
final class LockLevers {
  private final Diagnosis diagnosis;
  private final ProgramFacts facts;
  private final ToDoubleFunction<LockRow> gain;

  /**
   * Levers to be made.
   *
   * @param gain what removing a lock would bring, as a share
   */
  LockLevers(Diagnosis diagnosis, ProgramFacts facts, ToDoubleFunction<LockRow> gain) {
    this.diagnosis = diagnosis;
    this.facts = facts;
    this.gain = gain;
  }

  List<Lever> of(List<LockRow> hot) {
    List<Lever> levers = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (LockRow lock : hot) {
      String name = lock.use().id().lockClass();
      if (!seen.contains(name)) {
        seen.add(name);
        counter(lock).ifPresent(levers::add);
      }
    }
    levers.addAll(forDescheduledHolders());
    return levers;
  }

  /** An atomic update in place of the lock, where the lock does nothing else. */
  private Optional<Lever> counter(LockRow lock) {
    String name = lock.use().id().lockClass();
    if (!facts.code().counts(name)) {
      return Optional.empty();
    }
    // Where blocking itself eats the cores, a bound from unused ones says nothing.
    double bound = gain.applyAsDouble(lock);
    return Optional.of(
        lever(
            RemedyKind.COUNTER,
            name,
            bound < Lever.WORTH ? OptionalDouble.empty() : OptionalDouble.of(bound),
            new Why.GuardsCounters(lock.name())));
  }

  /** What helps where a lock's holder loses its processor; nobody can tell how much. */
  private List<Lever> forDescheduledHolders() {
    boolean found =
        diagnosis.findings().stream().anyMatch(f -> f.kind() == FindingKind.HOLDER_DESCHEDULED);
    Optional<LockRow> late =
        diagnosis.locks().stream().filter(row -> row.use().longBlocked() > 0).findFirst();
    List<Lever> levers = new ArrayList<>();
    if (!found || late.isEmpty()) {
      return levers;
    }
    LockRow lock = late.get();
    Why why = new Why.HolderDescheduled(lock.name());
    String sections =
        lock.sites().stream()
            .map(site -> site.frame().className())
            .distinct()
            .collect(Collectors.joining(";"));
    if (facts.keepsHolders() && !sections.isEmpty() && !inEffect(RemedyKind.TICK)) {
      levers.add(lever(RemedyKind.NOPREEMPT, sections, OptionalDouble.empty(), why));
    }
    String name = lock.use().id().lockClass();
    if (isTakenByMethodsOf(name, lock)
        && facts.code().canQueueBefore(name)
        && !inEffect(RemedyKind.NOPREEMPT)) {
      levers.add(lever(RemedyKind.TICK, name, OptionalDouble.empty(), why));
    }
    return levers;
  }

  /** Two remedies for one evil would only cost twice. */
  private boolean inEffect(RemedyKind kind) {
    return facts.remedies().stream().anyMatch(remedy -> remedy.startsWith(kind.label()));
  }

  private boolean isTakenByMethodsOf(String name, LockRow lock) {
    return lock.site()
        .filter(
            site -> {
              Frame frame = site.frame();
              return frame.className().equals(name) && facts.code().synchronizedMethod(frame);
            })
        .isPresent();
  }

  private static Lever lever(RemedyKind kind, String classes, OptionalDouble predicted, Why why) {
    // One lever for each class: when one lock is cracked, the next one may be the same kind.
    String name = kind.label() + " " + classes;
    Change change = Change.remedy(kind, name, kind.label() + "=" + classes);
    return new Lever(kind, name, List.of(change), predicted, why, false);
  }
}
