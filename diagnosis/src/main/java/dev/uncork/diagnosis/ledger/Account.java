package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.habit.ThreadGroups;
import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.OwnCode;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.diagnosis.stack.StackWeights;
import dev.uncork.recording.Frame;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * All charges of one key over a recording, and the kind of root that they make. Of what weighs the
 * same, what was seen first comes first.
 */
final class Account {
  private static final int MAX_CAUSES = 5;

  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

  /** Those beyond are too many to be looked at, and each too rare. */
  private static final int MAX_STACKS = 1000;

  /** Share of the moments from which on it is always the same thread. */
  private static final double SAME = 0.6;

  /** Share of the moments from which on several threads of a group work at a time. */
  private static final double TOGETHER = 0.1;

  /** The same, where others wait for a latch or for threads to end: for several at once. */
  private static final double SOMETIMES = 0.02;

  /** Looks in a row at which a thread is at it from which on it does something long. */
  private static final double LONG_STEP = 3;

  /**
   * Share of the moments with anybody at work below which permits aren't held: else somebody would
   * do what he holds one for at each moment.
   */
  private static final double HELD = 0.5;

  /** Share of the core-seconds from which on one class stands for all that are initialised. */
  private static final double ONE_CLASS = 0.5;

  /** Share of those who wait up to which others who wait for something else don't count. */
  private static final double RARELY = 0.1;

  /** Threads on average that wait for another one, below which it isn't what others wait for. */
  private static final double HARDLY = 0.05;

  /** Share of the moments with anybody at work below which the wait is for being woken up. */
  private static final double BARELY = 0.3;

  private record CauseKey(String group, Activity activity, String method) {}

  private static final class CauseSum {
    final Optional<Frame> site;
    String thread;
    double weight;

    CauseSum(Actor first) {
      site = first.doing().site();
      thread = first.name();
    }

    void add(Actor actor, double more) {
      thread = ThreadGroups.common(thread, actor.name());
      weight += more;
    }
  }

  private final Charge.Key key;
  private final Doing first;
  private final Map<Frame, Double> sites = new LinkedHashMap<>();
  private final Map<String, Double> objects = new LinkedHashMap<>();
  private final Map<CauseKey, CauseSum> causes = new LinkedHashMap<>();
  private final Map<Long, Stuck> stuck = new TreeMap<>();
  private final Map<String, Integer> actors = new LinkedHashMap<>();
  private final Map<Activity, Double> waiters = new EnumMap<>(Activity.class);
  private final Map<String, String> groupOf = new HashMap<>();
  private final Map<String, String> nameOf = new HashMap<>();
  private final StackWeights stacks = new StackWeights();
  private final double[] binSeconds;
  private final double[] inBins;
  private final double[] leftInBins;
  private final double[] meanwhileInBins;
  private final double[] threadMomentsInBins;
  private final Set<Long> who = new HashSet<>();
  private double coreSeconds;
  private double leftCoreSeconds;
  private double threadMoments;
  private double dependentMoments;
  private boolean someUnknown;
  private boolean someUnseen;
  private int moments;
  private int together;
  private int workedFor;
  private int turns;
  private Set<String> lastActors = Set.of();

  /** An empty one for charges of the key of {@code first}, with the bins into which time is cut. */
  Account(Charge first, double[] binSeconds) {
    this.key = first.key();
    this.first = first.waiting();
    this.binSeconds = binSeconds;
    this.inBins = new double[binSeconds.length];
    this.leftInBins = new double[binSeconds.length];
    this.meanwhileInBins = new double[binSeconds.length];
    this.threadMomentsInBins = new double[binSeconds.length];
  }

  /**
   * Adds one moment.
   *
   * @param idleCoreSeconds of the moment that go to this charge
   * @param leftCoreSeconds the same, with those that other processes used
   * @param meanwhile all that the program didn't use in that moment
   */
  void add(
      Charge charge, int bin, double idleCoreSeconds, double leftCoreSeconds, double meanwhile) {
    coreSeconds += idleCoreSeconds;
    this.leftCoreSeconds += leftCoreSeconds;
    inBins[bin] += idleCoreSeconds;
    leftInBins[bin] += leftCoreSeconds;
    meanwhileInBins[bin] += meanwhile;
    who.addAll(charge.who());
    someUnknown |= charge.threads() > 0 && charge.who().isEmpty();
    someUnseen |= charge.threads() > charge.who().size();
    if (charge.weight() > 0) {
      stacks.addAll(charge.stacks(), idleCoreSeconds / charge.weight());
    }
    threadMoments += charge.threads();
    threadMomentsInBins[bin] += charge.threads();
    moments++;
    together += charge.causes().size() > 1 ? 1 : 0;
    workedFor += charge.causes().isEmpty() ? 0 : 1;
    charge.site().ifPresent(site -> sites.merge(site, leftCoreSeconds, Double::sum));
    objects.merge(charge.waiting().object(), leftCoreSeconds, Double::sum);
    charge.waiters().forEach((activity, count) -> waiters.merge(activity, count, Double::sum));
    dependentMoments += Charge.sum(charge.waiters());
    if (key.way() == Way.DEADLOCK) {
      deadlock(charge.causes());
    }
    Set<String> now = new HashSet<>();
    charge.causes().forEach(actor -> now.add(actor.identity()));
    turns += now.stream().anyMatch(lastActors::contains) ? 0 : 1;
    lastActors = now;
    double each = 1.0 / Math.max(1, charge.causes().size());
    for (Actor actor : charge.causes()) {
      actors.merge(actor.identity(), 1, Integer::sum);
      groupOf.put(actor.identity(), actor.group());
      nameOf.put(actor.identity(), actor.name());
      causes
          .computeIfAbsent(
              new CauseKey(actor.group(), actor.doing().activity(), actor.doing().method()),
              any -> new CauseSum(actor))
          .add(actor, each);
    }
  }

  /**
   * Whether threads were seen to run the JDK's code that at other looks ran the program's: a
   * stopped thread is seen where it is willing to stop, and a loop that counts may not be.
   */
  private boolean isBesideOwnCode(Map.Entry<CauseKey, CauseSum> cause) {
    return runs(cause)
        && !isOwn(cause)
        && causes.entrySet().stream()
            .anyMatch(
                other ->
                    other.getKey().group().equals(cause.getKey().group())
                        && runs(other)
                        && isOwn(other));
  }

  private static boolean runs(Map.Entry<CauseKey, CauseSum> cause) {
    return cause.getKey().activity() == Activity.RUNNING;
  }

  private static boolean isOwn(Map.Entry<CauseKey, CauseSum> cause) {
    return cause.getValue().site.filter(CodeOrigin::isApplication).isPresent();
  }

  private void deadlock(List<Actor> cycle) {
    Map<Long, String> names = new HashMap<>();
    cycle.forEach(actor -> names.put(actor.threadId(), actor.name()));
    for (Actor actor : cycle) {
      String owner = names.getOrDefault(actor.blocker().owner(), "");
      stuck.putIfAbsent(
          actor.threadId(),
          new Stuck(actor.name(), actor.blocker().className(), owner, actor.doing().site()));
    }
  }

  /** Core-seconds in each bin. */
  double[] inBins() {
    return inBins;
  }

  /**
   * The root.
   *
   * @param looksInBins number of moments in each bin; one may stand for a second without any, too
   * @param circulation threads that came round at these moments
   * @param code tells the program's own
   * @param setting what decides on the pool's size, where it is one of a library
   */
  Root root(
      int[] looksInBins,
      Circulation circulation,
      Habits habits,
      OwnCode code,
      Optional<Root.PoolFacts> pool,
      Optional<LibraryWait> setting) {
    FindingKind kind = kind(habits);
    RootSpread spread = spread(looksInBins, circulation);
    Optional<Frame> site =
        sites.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    List<Root.Cause> found =
        causes.entrySet().stream()
            .sorted(
                Comparator.comparing(this::isBesideOwnCode)
                    .thenComparingDouble(entry -> -entry.getValue().weight))
            .limit(MAX_CAUSES)
            .map(
                entry ->
                    new Root.Cause(
                        entry.getValue().thread,
                        entry.getKey().activity(),
                        entry.getValue().site,
                        entry.getValue().weight / moments))
            .toList();
    boolean anonymous = isPool() || key.way() == Way.RUNNING;
    return new Root(
        row(kind),
        kind,
        anonymous ? "" : shown(object()),
        site,
        coreSeconds,
        leftCoreSeconds,
        threadMoments / Math.max(1, Arrays.stream(looksInBins).sum()),
        found,
        List.copyOf(stuck.values()),
        spread,
        pool,
        setting.or(first::library),
        site.flatMap(frame -> code.caller(spread.heaviest(), frame)));
  }

  /** What is waited for; of classes that are initialised one after another the most important. */
  private String object() {
    return key.way() != Way.CLASS_INITIALIZATION
        ? key.object()
        : objects.entrySet().stream()
            .filter(each -> each.getValue() >= ONE_CLASS * leftCoreSeconds)
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("");
  }

  private RootSpread spread(int[] looksInBins, Circulation circulation) {
    // Who waits for several at once is done when the last is, which isn't for them to tell.
    boolean told =
        !someUnknown
            && dependentMoments < threadMoments / 2
            && circulation.looksFor(leftCoreSeconds);
    RootSpread.Round round =
        told ? circulation.round(who, key.place(), looksInBins) : RootSpread.Round.UNKNOWN;
    return new RootSpread(
        each(leftInBins, bin -> binSeconds[bin]),
        each(meanwhileInBins, bin -> binSeconds[bin]),
        means(threadMomentsInBins, looksInBins),
        round,
        stacks.heaviest(MAX_STACKS));
  }

  /** Sums over the looks of each bin as means. */
  static List<Double> means(double[] sums, int[] looksInBins) {
    return each(sums, bin -> Math.max(1, looksInBins[bin]));
  }

  private static List<Double> each(double[] sums, IntToDoubleFunction divisor) {
    return IntStream.range(0, sums.length)
        .mapToObj(bin -> sums[bin] / divisor.applyAsDouble(bin))
        .toList();
  }

  /** A path is no name of a class. */
  private static String shown(String object) {
    return object.startsWith("/") ? object : ClassNames.shown(object);
  }

  private boolean isPool() {
    return key.way() == Way.POOL || key.way() == Way.OWN_POOL;
  }

  /** Number of the pool, where it is one. */
  Optional<Integer> pool() {
    return isPool() ? Optional.of(Integer.parseInt(key.object())) : Optional.empty();
  }

  private FindingKind kind(Habits habits) {
    return switch (key.way()) {
      case LOCK -> FindingKind.CONTENDED_LOCK;
      case DEADLOCK, OWN_POOL -> FindingKind.DEADLOCK;
      case POOL -> FindingKind.POOL_TOO_SMALL;
      case PERMIT ->
          !key.object().startsWith(SEMAPHORE)
              ? FindingKind.POOL_TOO_SMALL
              : comeByTime(habits) ? FindingKind.TIMED_WAIT : FindingKind.PERMITS_EXHAUSTED;
      case QUEUE ->
          workedFor < BARELY * moments ? FindingKind.DEPENDENT_STEPS : FindingKind.SLOW_CONSUMER;
      case CLASS_INITIALIZATION -> FindingKind.CLASS_INITIALIZATION;
      case NATIVE -> FindingKind.UNKNOWN;
      case PINNED -> FindingKind.PINNED_CARRIERS;
      case TURNS -> FindingKind.HAND_OVER;
      case EXTERNAL -> external();
      case RUNNING -> few(habits);
    };
  }

  /**
   * Whether permits that threads wait for are held by nobody, and a clock gives them: all threads
   * were looked at, and mostly none did anything, nor waited for what another one does.
   */
  private boolean comeByTime(Habits habits) {
    return !someUnseen
        && dependentMoments <= RARELY * threadMoments
        && workedFor < HELD * moments
        && habits.timeIsWaitedFor();
  }

  /** What a task waits for is a step for those who want its result, not for clients. */
  private FindingKind external() {
    double clients = waiters.getOrDefault(Activity.SOCKET, 0.0);
    return switch (key.activity()) {
      case SOCKET -> FindingKind.REMOTE_WAIT;
      case STORAGE -> FindingKind.STORAGE_WAIT;
      case CHILD_PROCESS -> FindingKind.CHILD_PROCESS;
      default ->
          dependentMoments - clients >= threadMoments / 2 && Awaited.inTask(first.stack())
              ? FindingKind.DEPENDENT_STEPS
              : FindingKind.TIMED_WAIT;
    };
  }

  /** A few threads run, and the others wait for them, or for nothing. */
  private FindingKind few(Habits habits) {
    double all = dependentMoments;
    double atBarrier = waiters.getOrDefault(Activity.BARRIER, 0.0);
    double retrying = waiters.getOrDefault(Activity.BACKOFF, 0.0);
    double hungry = waiters.getOrDefault(Activity.QUEUE_EMPTY, 0.0);
    boolean same = topActorShare() >= SAME;
    boolean consumer = groupOf.values().stream().anyMatch(habits::consumes);
    if (all < HARDLY * moments) {
      return together > moments / 2 ? FindingKind.TOO_FEW_THREADS : FindingKind.SERIAL_PHASE;
    }
    if (key.activity() == Activity.BARRIER) {
      return FindingKind.SERIAL_PHASE;
    }
    if (atBarrier >= all / 2) {
      return same && !habits.isOneOfEquals(topIdentity())
          ? FindingKind.STRAGGLER
          : FindingKind.BARRIER;
    }
    if (retrying >= all / 2 && consumer) {
      return FindingKind.SLOW_CONSUMER;
    }
    if (hungry >= all / 2) {
      return FindingKind.SLOW_PRODUCER;
    }
    if (!same && waiters.getOrDefault(Activity.SOCKET, 0.0) >= all / 2) {
      return together > moments / 2 ? FindingKind.TOO_FEW_THREADS : FindingKind.DEPENDENT_STEPS;
    }
    boolean fannedOut = waiters.getOrDefault(Activity.LATCH, 0.0) >= all / 2;
    if (same) {
      boolean oneOfMany = fannedOut && habits.severalRan(topGroup());
      return oneOfMany ? FindingKind.STRAGGLER : FindingKind.SERIAL_PHASE;
    }
    boolean longSteps = moments >= LONG_STEP * turns;
    boolean forTasks = waiters.getOrDefault(Activity.FUTURE, 0.0) >= all / 2;
    boolean oneIsLate =
        (fannedOut || forTasks)
            && habits.sideBySide(topGroup()) >= (fannedOut ? SOMETIMES : TOGETHER);
    if (oneIsLate && forTasks && !longSteps && habits.worksForMoments(topName())) {
      return habits.oneAtATime(topGroup())
          ? FindingKind.DEPENDENT_STEPS
          : FindingKind.HAND_OVER; // None of so many small tasks is late.
    }
    boolean given = fannedOut && habits.severalAreGivenAtOnce();
    if (given
        || longSteps
        || oneIsLate
        || together >= (fannedOut ? SOMETIMES : TOGETHER) * moments) {
      return !fannedOut && !forTasks && oneByOne(habits)
          ? FindingKind.SERIAL_PHASE
          : FindingKind.STRAGGLER;
    }
    return FindingKind.DEPENDENT_STEPS;
  }

  /** Whether it is a thread of one group, one after the other, so that none has others beside. */
  private boolean oneByOne(Habits habits) {
    String group = topGroup();
    int ofGroup =
        actors.entrySet().stream()
            .filter(actor -> group.equals(groupOf.get(actor.getKey())))
            .mapToInt(Map.Entry::getValue)
            .sum();
    return ofGroup >= SAME * allActors()
        && habits.sideBySide(group) < SOMETIMES
        && habits.oneAtATime(group);
  }

  /** Group of the thread that was waited for most often. */
  private String topGroup() {
    return top(groupOf);
  }

  private String topName() {
    return top(nameOf);
  }

  private String top(Map<String, String> of) {
    return of.getOrDefault(topIdentity(), "");
  }

  private String topIdentity() {
    return actors.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private double topActorShare() {
    int all = allActors();
    int top = actors.values().stream().mapToInt(count -> count).max().orElse(0);
    return all == 0 ? 0 : (double) top / all;
  }

  private int allActors() {
    return actors.values().stream().mapToInt(count -> count).sum();
  }

  private static RowKind row(FindingKind kind) {
    return switch (kind) {
      case CONTENDED_LOCK -> RowKind.LOCKS;
      case DEADLOCK -> RowKind.DEADLOCK;
      case POOL_TOO_SMALL, PERMITS_EXHAUSTED -> RowKind.POOLS;
      case SLOW_CONSUMER -> RowKind.FULL_QUEUES;
      case REMOTE_WAIT -> RowKind.REMOTE;
      case STORAGE_WAIT -> RowKind.STORAGE;
      case TIMED_WAIT -> RowKind.TIMERS;
      case CHILD_PROCESS -> RowKind.CHILD_PROCESSES;
      case CLASS_INITIALIZATION, PINNED_CARRIERS, UNKNOWN -> RowKind.JVM_WAITS;
      default -> RowKind.FEW_THREADS;
    };
  }
}
