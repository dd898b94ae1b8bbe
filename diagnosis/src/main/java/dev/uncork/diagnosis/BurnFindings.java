package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the curve says about a program: code that burns CPU time, and fewer cores that are faster.
 *
 * <p>Without a site, a unit of work costs there what it costs on few cores; so of the cores' time,
 * what is burnt there would be saved. At most, that is by the upper end of what was measured, and
 * with what no site explains: compiled code tells the cost of an access at its neighbours.
 */
final class BurnFindings {
  private static final double MIN_SHARE = 0.03;

  /** Share of all that is burnt with which a site explains that fewer cores are faster. */
  private static final double EXPLAINS = 0.5;

  private static final double MOST_SAVED = 0.99;

  /** Share of the threads at a lock from which on the lock itself is what they wait for. */
  private static final double MOSTLY = 0.5;

  /** Cores that are worth a word, however many there are. */
  private static final double LEAST_CORES = 0.1;

  private final Evidence evidence;
  private final CoreCurve curve;
  private final double application;
  private final double ofBusy;

  private BurnFindings(Evidence evidence) {
    this.evidence = evidence;
    this.curve = evidence.curve();
    this.application =
        evidence.ledger().coreSeconds(RowKind.WORK) + evidence.ledger().coreSeconds(RowKind.BURNT);
    double busy = evidence.ledger().operatingCoreSeconds();
    this.ofBusy = busy <= 0 ? 1 : application / busy;
  }

  /** The findings, and what the curve adds to them. */
  static List<Finding> joined(List<Finding> findings, Evidence evidence) {
    BurnFindings burns = new BurnFindings(evidence);
    List<Finding> result = new ArrayList<>(findings);
    for (Burn burn : evidence.curve().burns()) {
      if (burn.share() >= MIN_SHARE && burns.areCores(burn)) {
        burns.add(burn, result);
      }
    }
    burns.fewerCores(result).ifPresent(result::add);
    evidence
        .curve()
        .best()
        .ifPresent(best -> result.replaceAll(each -> burns.reaching(each, best)));
    return result;
  }

  /**
   * A lock that explains why the program is faster on fewer cores. Without it each of all cores may
   * do what each of those does.
   */
  private Finding reaching(Finding finding, CurvePoint best) {
    double most = best.speed().high() * curve.allCores() / best.cores() - 1;
    return finding instanceof Finding.ContendedLock lock && explains(lock)
        ? lock.reaching(most)
        : finding;
  }

  /** Whether what is burnt is worth a word: a program that idles burns little, whatever it does. */
  private boolean areCores(Burn burn) {
    double burnt = burn.share() * application / Math.max(1e-9, evidence.runSeconds());
    return burnt >= Math.min(LEAST_CORES, MIN_SHARE * evidence.cores().count());
  }

  private double saved(Burn burn) {
    return Math.min(MOST_SAVED, burn.share() * ofBusy);
  }

  private double savedAtMost(Burn burn) {
    return Math.min(MOST_SAVED, curve.burntAtMost(burn) * ofBusy);
  }

  private void add(Burn burn, List<Finding> to) {
    Optional<LockRow> row =
        burn.kind() == FindingKind.CONTENDED_LOCK ? lock(burn) : Optional.empty();
    if (row.isEmpty()) {
      double most = savedAtMost(burn);
      to.add(
          new Finding.Burning(
              burn, curve.fewCores(), curve.allCores(), saved(burn), most / (1 - most)));
      return;
    }
    for (int i = 0; i < to.size(); i++) {
      if (to.get(i) instanceof Finding.Waiting limit && isBehind(limit.root(), row.get())) {
        to.set(i, limit.burning(saved(burn), savedAtMost(burn)));
        return;
      }
    }
    for (int i = 0; i < to.size(); i++) {
      if (to.get(i) instanceof Finding.ContendedLock known
          && known.lock().use().id().equals(row.get().use().id())) {
        to.set(i, known.burning(saved(burn), savedAtMost(burn)));
        return;
      }
    }
    double blocked = evidence.blockedThreads(row.get());
    to.add(
        new Finding.ContendedLock(row.get(), blocked, 0, evidence.bound(row.get()), 0)
            .burning(saved(burn), savedAtMost(burn)));
  }

  /**
   * Whether those who block at a lock mostly wait for what its holder waits for there: room in a
   * queue, a permit. Without the lock they would wait for that.
   */
  private boolean isBehind(Root limit, LockRow lock) {
    boolean limits =
        switch (limit.kind()) {
          case SLOW_CONSUMER, POOL_TOO_SMALL, PERMITS_EXHAUSTED -> true;
          default -> false;
        };
    String method = limit.site().map(Frame::qualifiedMethod).orElse("");
    double blocked = evidence.blockedThreads(lock);
    return limits
        && lock.sites().stream().anyMatch(at -> at.frame().qualifiedMethod().equals(method))
        && limit.threads() >= blocked
        && charged(lock) < MOSTLY * blocked;
  }

  /** Threads that wait for a lock itself. */
  private double charged(LockRow lock) {
    return evidence.ledger().roots().stream()
        .filter(root -> root.kind() == FindingKind.CONTENDED_LOCK)
        .filter(root -> Findings.mayBe(lock, root))
        .mapToDouble(Root::threads)
        .sum();
  }

  /** The row of the lock whose hand-offs burn time. */
  private Optional<LockRow> lock(Burn burn) {
    String method = burn.site().map(Frame::qualifiedMethod).orElse("");
    return evidence.locks().stream()
        .filter(row -> row.use().blocked() > 0)
        .filter(
            row ->
                row.use().id().lockClass().equals(burn.object())
                    || row.sites().stream()
                        .anyMatch(site -> site.frame().qualifiedMethod().equals(method)))
        .findFirst();
  }

  /** Where neither one class nor a lock explains that fewer cores are faster. */
  private Optional<Finding.NegativeScaling> fewerCores(List<Finding> findings) {
    boolean explained = oneClass() || findings.stream().anyMatch(BurnFindings::explains);
    return curve
        .best()
        .filter(best -> !explained)
        .map(this::negative)
        .filter(fewer -> findings.stream().noneMatch(wait -> varies(wait, fewer)));
  }

  /**
   * Whether most of what is burnt is burnt in one way in one class: an object that counts several
   * things in as many fields is one object.
   */
  private boolean oneClass() {
    Map<List<String>, Double> shares = new HashMap<>();
    for (Burn burn : curve.burns()) {
      String type = burn.site().map(Frame::className).orElse(burn.object());
      shares.merge(List.of(burn.kind().label(), type), burn.share(), Double::sum);
    }
    double least = EXPLAINS * curve.burnt().value();
    return shares.values().stream().anyMatch(share -> share >= least);
  }

  /**
   * Whether threads wait for something outside for so much of their time, and leave so much of the
   * cores unused, that this alone, which isn't the same from one moment to the next, may have made
   * the program faster on fewer cores.
   */
  private boolean varies(Finding finding, Finding fewer) {
    return switch (finding.kind()) {
      case STORAGE_WAIT, REMOTE_WAIT, CHILD_PROCESS ->
          finding instanceof Finding.Waiting wait && ofTime(wait) >= fewer.savedShareAtMost();
      default -> false;
    };
  }

  /** Share that a wait has of the time of the threads that wait there, or run, and of the cores. */
  private double ofTime(Finding.Waiting wait) {
    double running = evidence.ledger().operatingCoreSeconds() / evidence.runSeconds();
    double waiting = wait.root().threads();
    return Math.min(
        waiting / Math.max(1e-9, waiting + running),
        1 - running / Math.max(1, evidence.cores().count()));
  }

  /**
   * Whether it is a lock that could be the verdict, or turns that threads take, or steps of which
   * one waits for the other: those that meet there are in each other's way.
   */
  private static boolean explains(Finding finding) {
    double blocked =
        finding instanceof Finding.ContendedLock lock
            ? lock.blockedThreads()
            : finding instanceof Finding.Waiting waiting ? waiting.root().threads() : 0;
    boolean blocks = blocked >= Verdicts.HARDLY_ONE;
    boolean meets =
        switch (finding.kind()) {
          case CONTENDED_LOCK, HAND_OVER, DEPENDENT_STEPS -> true;
          default -> false;
        };
    return meets
        && finding.savedShareAtMost() >= (blocks ? Verdicts.MIN_SAVED : Findings.WORTH_A_CHANGE);
  }

  private Finding.NegativeScaling negative(CurvePoint best) {
    double saved = Math.min(MOST_SAVED, 1 - 1 / best.speed().value());
    return new Finding.NegativeScaling(
        best.cores(), curve.allCores(), best.speed(), curve.inflation(), saved);
  }
}
