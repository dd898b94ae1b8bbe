package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.scaling.law.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes the curve of a recording from the windows of its experiment. */
final class CurveBuilder {
  private static final int FEWEST_ROUNDS = 2;

  /** Samples that wait in a loop, and their share of all, from which on they are worth a word. */
  private static final long FEWEST_SPINS = 20;

  private static final double LEAST_SPINNING = 0.05;

  /**
   * The same of attempts to take a lock: one that is free takes some ten nanoseconds, too, which
   * may be much of what a short section costs.
   */
  private static final double LEAST_TRYING = 0.3;

  /** Blocked acquires a second from which on handing a lock over may cost time. */
  private static final double OFTEN_BLOCKED = 500;

  /**
   * CPU time that a blocked acquire of a lock of {@code java.util.concurrent} costs at most, whose
   * waiters hardly spin: that of two switches of threads and of waking one, several times over.
   */
  private static final double HAND_OFF_NANOS = 100_000;

  /** How much cheaper one core must be than two, to be more than a distortion. */
  private static final double CHEAPER = 0.95;

  /** Growth of a unit's CPU time that code which is seen to share something may well explain. */
  private static final double MUCH = 1.5;

  /** Samples on few cores from which on code of which they don't say that it burns doesn't. */
  private static final long ENOUGH_SAMPLES = 60;

  /** Part of what is burnt that code must explain. */
  private static final double MOSTLY = 0.5;

  /** What a loop that gives way may be besides one that waits. */
  private static final Set<FindingKind> SPUN =
      Set.of(FindingKind.HAND_OVER, FindingKind.ATOMIC_RETRIES);

  private static final Interval ONE = new Interval(1, 1, 1);

  private final Recording recording;
  private final WindowRounds rounds;
  private final CodeFacts facts;

  CurveBuilder(Recording recording) {
    this.recording = recording;
    this.rounds = new WindowRounds(recording.experiment().windows(), recording.cpu());
    this.facts = new CodeFacts(recording.experiment().accesses());
  }

  CoreCurve build() {
    List<Burn> spinning = spinning(new CodeCosts(recording.samples().all()));
    if (rounds.count() < FEWEST_ROUNDS) {
      return CoreCurve.NONE.with(spinning);
    }
    Optional<WorkCount> count =
        WorkCount.of(rounds).or(() -> ProfileCount.of(rounds, firstTrusted()));
    if (count.isEmpty()) {
      return new CoreCurve(Optional.empty(), rounds.count(), List.of(), 0, spinning);
    }
    WorkCount work = count.get();
    int few = fewCores(work);
    List<CurvePoint> points = new ArrayList<>();
    for (int cores : rounds.cores()) {
      boolean all = cores == rounds.allCores();
      points.add(
          new CurvePoint(
              cores,
              all ? ONE : work.speed(rounds, cores, rounds.allCores()),
              cores == few ? ONE : work.cost(rounds, cores, few),
              rounds.on(cores).size(),
              trusted(cores)));
    }
    CoreCurve plain =
        new CoreCurve(Optional.of(work.unit()), rounds.count(), points, few, List.of());
    return plain.with(burns(plain, work, spinning));
  }

  private List<Burn> burns(CoreCurve curve, WorkCount work, List<Burn> spinning) {
    if (!curve.inflated()) {
      return spinning;
    }
    CodeCosts onFew = new CodeCosts(rounds.on(curve.fewCores()), work.amount());
    CodeCosts onAll = new CodeCosts(rounds.on(curve.allCores()), work.amount());
    double rise = 1 - 1 / curve.inflation().value();
    List<Burn> found = List.of();
    if (BurntCode.canTell(onFew, onAll)) {
      List<Burn> locks = locks();
      BurntCode code = new BurntCode(onFew, onAll, facts, locks, this::mostHandedOver);
      found = code.find();
      boolean told = sum(found) >= MOSTLY * rise;
      if (!told && locks.isEmpty() && curve.best().isPresent()) {
        found = code.onlyUpdates(rise).map(List::of).orElse(found);
      }
    }
    if (found.isEmpty() && onFew.samples() < ENOUGH_SAMPLES) {
      found =
          seen(rise, curve.inflation().value()).stream()
              .filter(burn -> canTell(onFew, onAll, burn))
              .toList();
    }
    if (sum(found) < MOSTLY * rise) {
      found = withSpun(found, rise);
    }
    double sum = sum(found);
    double scale = Math.min(1, rise / Math.max(1e-9, sum));
    List<Burn> burns = new ArrayList<>(spinning);
    for (Burn burn : found) {
      Optional<Burn> same =
          spinning.stream()
              .filter(spin -> spin.site().equals(burn.site()) || within(spin, burn))
              .findFirst();
      if (same.isEmpty()) {
        burns.add(burn.withShare(burn.share() * scale));
      } else if (burn.share() * scale > same.get().share()) {
        burns.remove(same.get());
        burns.add(burn.withShare(burn.share() * scale));
      }
    }
    return BurntCode.merged(burns);
  }

  private static double sum(List<Burn> burns) {
    return burns.stream().mapToDouble(Burn::share).sum();
  }

  /** With what threads burn that spin at monitors, of what no code explains. */
  private List<Burn> withSpun(List<Burn> found, double rise) {
    List<Burn> all = new ArrayList<>(found);
    for (Burn spun : SpunMonitors.burns(recording)) {
      double share = Math.min(spun.share(), rise - sum(all));
      if (share >= BurntCode.LEAST_SHARE
          && found.stream().noneMatch(burn -> burn.object().equals(spun.object()))) {
        all.add(spun.withShare(share));
      }
    }
    return all;
  }

  /** Where samples compare methods and are too few to be sure, only what is done in vain tells. */
  private static boolean canTell(CodeCosts few, CodeCosts all, Burn burn) {
    return !BurntCode.canTell(few, all) || burn.kind() == FindingKind.ATOMIC_RETRIES;
  }

  private List<Burn> seen(double rise, double growth) {
    List<Burn> inLooks = SeenCode.inLooks(recording.snapshots()).burns(facts, rise, growth);
    return inLooks.isEmpty() && growth >= MUCH
        ? SeenCode.inSamples(recording.samples()).burns(facts, rise, growth)
        : inLooks;
  }

  private static boolean within(Burn a, Burn b) {
    return a.kind() == b.kind() && CodeCosts.method(a.stack()).equals(CodeCosts.method(b.stack()));
  }

  /** Loops that only wait: what threads do there is no work, on any number of cores. */
  private List<Burn> spinning(CodeCosts costs) {
    List<Burn> burns = new ArrayList<>();
    costs
        .codes()
        .forEach(
            (method, code) -> {
              long spins = code.samples(facts::spins);
              double share = (double) spins / Math.max(1, costs.samples());
              List<Frame> stack = code.stack();
              double least = facts.triesLock(stack) ? LEAST_TRYING : LEAST_SPINNING;
              if (spins >= FEWEST_SPINS && share >= least) {
                burns.add(spun(share, stack));
              }
            });
    for (Burn polls : SeenPolls.burns(recording.snapshots(), recording.threads())) {
      Burn seen = spun(polls.share(), polls.stack());
      burns.removeIf(burn -> within(burn, seen) && burn.share() < seen.share());
      if (burns.stream().noneMatch(burn -> within(burn, seen))) {
        burns.add(seen);
      }
    }
    return burns;
  }

  private Burn spun(double share, List<Frame> stack) {
    Optional<CodeFacts.Access> what = facts.sharing(stack);
    FindingKind kind =
        what.map(BurntCode::kindOf).filter(SPUN::contains).orElse(FindingKind.SPINNING);
    String object = what.map(CodeFacts.Access::object).orElse("");
    return new Burn(kind, object, CodeOrigin.site(stack), share, 1, stack);
  }

  /** With several threads on one of more cores, holders of locks lose it to those who wait. */
  private boolean trusted(int cores) {
    return cores > 1
        || rounds.allCores() <= 2
        || rounds.on(1).stream().mapToInt(Experiment.Window::heldThreads).max().orElse(0) <= 1;
  }

  private int firstTrusted() {
    return rounds.cores().stream().filter(this::trusted).findFirst().orElse(1);
  }

  /** The fewest cores, but one of many only where it is clearly the cheapest. */
  private int fewCores(WorkCount work) {
    int trusted = firstTrusted();
    int fewest = rounds.cores().get(0);
    boolean cheaper = fewest < trusted && work.cost(rounds, fewest, trusted).high() < CHEAPER;
    return cheaper ? fewest : trusted;
  }

  /** Share of the CPU time that handing a lock over takes at most; 1 where waiters may spin. */
  private double mostHandedOver(Burn lock) {
    long blocked = 0;
    for (LockUse use : recording.locks()) {
      if (use.id().lockClass().equals(lock.object())) {
        if (use.id().kind() == LockKind.MONITOR) {
          return 1;
        }
        blocked += use.blocked();
      }
    }
    List<Experiment.Window> onAll = rounds.on(rounds.allCores());
    double cpu = onAll.stream().mapToDouble(Experiment.Window::cpuNanos).sum();
    double length = onAll.stream().mapToDouble(Experiment.Window::lengthNanos).sum();
    double perSecond = blocked * 1e9 / Math.max(1, recording.durationNanos());
    return Math.min(1, perSecond * HAND_OFF_NANOS / 1e9 * length / Math.max(1, cpu));
  }

  /** Locks at which threads block often, each with its share of the time for which they do. */
  private List<Burn> locks() {
    double seconds = Math.max(1e-9, recording.durationNanos() / 1e9);
    List<LockUse> often =
        recording.locks().stream()
            .filter(lock -> lock.blocked() / seconds >= OFTEN_BLOCKED)
            .toList();
    double all = often.stream().mapToDouble(LockUse::totalAcquireNanos).sum();
    List<Burn> locks = new ArrayList<>();
    for (LockUse lock : often) {
      locks.add(ofLock(lock, lock.totalAcquireNanos() / Math.max(1, all)));
    }
    return BurntCode.merged(locks);
  }

  /** A share of the CPU time that goes to a lock rather than to code. */
  static Burn ofLock(LockUse lock, double share) {
    List<Frame> stack = lock.waiters().isEmpty() ? List.of() : lock.waiters().get(0).frames();
    return new Burn(
        FindingKind.CONTENDED_LOCK,
        lock.id().lockClass(),
        stack.isEmpty() ? Optional.empty() : CodeOrigin.site(stack),
        share,
        Double.POSITIVE_INFINITY,
        stack);
  }
}
