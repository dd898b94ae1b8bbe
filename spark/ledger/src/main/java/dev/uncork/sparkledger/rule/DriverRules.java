package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotCharge;
import dev.uncork.sparkledger.ledger.SlotRoot;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.DriverGap;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds what the driver does while all slots wait. */
final class DriverRules {
  /** The end of the program, and of Spark, takes about this long in any application. */
  private static final double NATURAL_END_SECONDS = 1;

  /** Parts of Spark that are used for the first time take so much more of its time to start. */
  private static final double FIRST_USES = 0.25;

  /** The first queries load and compile much of Spark. */
  private static final double NATURAL_PLANNING_SECONDS = 4;

  /** The plugin tells loading from planning, which the first queries do slowly, though. */
  private static final double NATURAL_PLANNING_SEEN_SECONDS = 2;

  private static final double NATURAL_PLANNING_EACH = 0.2;

  /** So many queries alike of one line are a loop: one query could do the work of all. */
  private static final int LOOP_QUERIES = 30;

  /** Of these, the first ones are planned as those of any application are. */
  private static final int NATURAL_LOOP_QUERIES = 5;

  private static final double LEAST_SECONDS = 1;
  private static final double GARBAGE = 0.4;
  private static final long MUCH_RESULT = 1_000_000;

  private final ApplicationFacts facts;
  private final Set<String> files = new HashSet<>();
  private final Looped loop;
  private final SlowMachine machine;
  private final BroadcastTables tables;

  /** Stages of the line whose tasks list files for the longest time. */
  private final List<StageTasks> listing;

  DriverRules(ApplicationFacts facts) {
    this.facts = facts;
    loop = looped(facts);
    machine = new SlowMachine(facts);
    tables = new BroadcastTables(facts);
    listing = facts.alike(SlotRow.LISTING, 0).stream().findFirst().orElse(List.of());
    facts.recorded().application().jobs().forEach(job -> files.add(file(job.callSite())));
  }

  List<SparkFinding> find() {
    List<SparkFinding> found = new ArrayList<>();
    double known = Math.max(ownSeconds(), repeatedSeconds());
    double unknown = Math.max(0, facts.wallSeconds(SlotRow.DRIVER_CODE) - known);
    double naturalCode = Math.min(unknown, (naturalEnd() + firstUses()) * machine.busy());
    add(SlotRow.DRIVER_CODE, SparkKind.DRIVER_CODE, naturalCode, found);
    add(SlotRow.DRIVER_GC, SparkKind.DRIVER_GC, 0, found);
    double planned = Math.max(0, facts.wallSeconds(SlotRow.PLANNING) - loop.seconds());
    add(SlotRow.PLANNING, SparkKind.PLANNING, Math.min(planned, naturalPlanning()), found);
    add(SlotRow.COLLECT, SparkKind.COLLECT, 0, found);
    add(SlotRow.BROADCAST, SparkKind.BROADCAST, tables.naturalSeconds(machine), found);
    add(SlotRow.COMMIT, SparkKind.COMMIT, 0, found);
    add(SlotRow.LISTING, SparkKind.LISTING, 0, found);
    return found;
  }

  /** In which the plugin saw lines of the program: what it loads or ends is not among them. */
  private double ownSeconds() {
    return driver().gaps().stream()
        .mapToDouble(gap -> gap.share(DriverLook.Doing.OWN_CODE) * gap.span().millis() / 1000)
        .sum();
  }

  /** What it does again and again is not used for the first time, nor the end. */
  private double repeatedSeconds() {
    double slotSeconds = 0;
    for (SlotCharge charge : facts.ledger().charges()) {
      slotSeconds += charge.row() == SlotRow.DRIVER_CODE ? charge.repeated() : 0;
    }
    return slotSeconds / facts.ledger().slots() / machine.busy();
  }

  private double firstUses() {
    return FIRST_USES * facts.wallSeconds(SlotRow.START_UP);
  }

  /** In queries and outside of them; a machine on which Spark starts slowly plans slowly too. */
  private double naturalPlanning() {
    int queries = facts.recorded().application().queries().size() - loop.queries();
    boolean seen =
        driver().gaps().stream().anyMatch(gap -> gap.share(DriverLook.Doing.PLANNING) > 0);
    double first = seen ? NATURAL_PLANNING_SEEN_SECONDS : NATURAL_PLANNING_SECONDS;
    double expected = first + NATURAL_PLANNING_EACH * queries;
    return expected * machine.slower() + (seen ? 0 : firstUses());
  }

  /**
   * Queries that a loop runs after its first ones.
   *
   * @param seconds of planning them, by the median: a machine that is slow is so for all of them
   */
  private record Looped(int queries, double seconds) {
    static final Looped NONE = new Looped(0, 0);

    static Looped of(List<Double> seconds) {
      int queries = seconds.size() < LOOP_QUERIES ? 0 : seconds.size() - NATURAL_LOOP_QUERIES;
      double median =
          seconds.stream().sorted().skip((seconds.size() - 1) / 2).findFirst().orElse(0.0);
      return new Looped(queries, queries * median);
    }

    Looped plus(Looped other) {
      return new Looped(queries + other.queries, seconds + other.seconds);
    }
  }

  private static Looped looped(ApplicationFacts facts) {
    if (!facts.asksItself()) {
      return Looped.NONE;
    }
    Map<Long, Double> seconds = new HashMap<>();
    for (SlotCharge charge : facts.ledger().charges()) {
      if (charge.row() == SlotRow.PLANNING && charge.root() instanceof SlotRoot.OfDriver driver) {
        double all = charge.slotSeconds() / facts.ledger().slots();
        driver.query().ifPresent(id -> seconds.merge(id, all, Double::sum));
      }
    }
    Map<Object, List<Double>> alike = new HashMap<>();
    for (Query query : facts.recorded().application().queries()) {
      Object line = List.of(query.callSite(), PlanSearch.operators(query));
      alike
          .computeIfAbsent(line, key -> new ArrayList<>())
          .add(seconds.getOrDefault(query.id(), 0.0));
    }
    return alike.values().stream().map(Looped::of).reduce(Looped.NONE, Looped::plus);
  }

  private double naturalEnd() {
    boolean ends =
        facts.ledger().charges().stream()
            .anyMatch(charge -> charge.row() == SlotRow.DRIVER_CODE && last(charge));
    return ends ? NATURAL_END_SECONDS : 0;
  }

  private static boolean last(SlotCharge charge) {
    return charge.root() instanceof SlotRoot.OfDriver driver && driver.after().isEmpty();
  }

  private void add(SlotRow row, SparkKind kind, double natural, List<SparkFinding> found) {
    double seconds = facts.wallSeconds(row) - natural;
    if (seconds < LEAST_SECONDS) {
      return;
    }
    Set<SlotRoot> roots = new HashSet<>();
    Optional<CallSite> before = Optional.empty();
    Optional<CallSite> after = Optional.empty();
    for (SlotCharge charge : facts.ledger().charges()) {
      if (charge.row() == row && roots.add(charge.root()) && roots.size() == 1) {
        if (charge.root() instanceof SlotRoot.OfDriver driver) {
          before = driver.before();
          after = driver.after();
        }
      }
    }
    SparkKind named =
        kind == SparkKind.DRIVER_CODE && garbage(seconds) ? SparkKind.DRIVER_GC : kind;
    Optional<CallSite> seen =
        switch (kind) {
          case DRIVER_CODE, DRIVER_GC -> seenMost(DriverLook.Doing.OWN_CODE);
          case PLANNING -> isLoop() ? Optional.empty() : seenMost(DriverLook.Doing.PLANNING);
          case COMMIT -> seenMost(DriverLook.Doing.COMMITTING);
          case LISTING -> listing.stream().findFirst().map(tasks -> tasks.stage().callSite());
          default -> Optional.empty();
        };
    boolean whole = kind == SparkKind.DRIVER_CODE || kind == SparkKind.DRIVER_GC;
    Optional<CallSite> next = after;
    boolean table = kind == SparkKind.BROADCAST;
    double more = table ? tables.savedSeconds() : 0;
    // What any application does there is but guessed: it may as well be half of that.
    boolean guessed = kind == SparkKind.PLANNING || kind == SparkKind.DRIVER_CODE;
    double most =
        guessed
            ? seconds + natural / 2
            : seconds + (table ? Math.max(more, tables.savedAtBestSeconds()) : 0);
    TimeGain usual = facts.pricing().gain(seconds + more, whole ? 0.4 : 0.3, whole ? 0.9 : 0.75);
    TimeGain gain = usual.upTo(facts.pricing().gain(most, 1, 1).high());
    found.add(
        new SparkFinding.Driver(
            named,
            seconds,
            roots.size(),
            bytes(kind),
            table ? tables.taskSeconds() : 0,
            before,
            after,
            seen,
            gain,
            advice(named, seen.or(() -> next))));
  }

  /** The program's line at which it was seen most; Python's lines aren't seen. */
  private Optional<CallSite> seenMost(DriverLook.Doing doing) {
    Map<CallSite, Integer> samples = new HashMap<>();
    int python = 0;
    for (DriverGap gap : driver().gaps()) {
      for (DriverLook look : gap.seen()) {
        if (look.doing() == doing) {
          samples.merge(place(look), look.samples(), Integer::sum);
        }
        python += look.doing() == DriverLook.Doing.PYTHON ? look.samples() : 0;
      }
    }
    int unseen = doing == DriverLook.Doing.OWN_CODE ? python : 0;
    return samples.entrySet().stream()
        .filter(seen -> seen.getValue() >= unseen)
        .max(Map.Entry.<CallSite, Integer>comparingByValue().thenComparing(e -> e.getKey().name()))
        .map(Map.Entry::getKey);
  }

  /** The innermost of a file that runs jobs too; of libraries that it calls, people know less. */
  private CallSite place(DriverLook look) {
    return look.places().stream()
        .filter(place -> files.contains(file(place)))
        .findFirst()
        .orElse(look.places().get(0));
  }

  private static String file(CallSite site) {
    return site.name().replaceFirst("^.* at ", "").replaceFirst(":\\d+$", "");
  }

  private Application.Driver driver() {
    return facts.recorded().application().driver();
  }

  /**
   * Whether the driver collected garbage most of this time; known where Spark logged its peaks. The
   * plugin tells it for each time without tasks.
   */
  private boolean garbage(double seconds) {
    long millis = driver().peaks().getOrDefault("TotalGCTime", 0L);
    return driver().gaps().isEmpty() && !facts.local() && millis / 1000.0 >= GARBAGE * seconds;
  }

  private long bytes(SparkKind kind) {
    return switch (kind) {
      case COLLECT ->
          facts.recorded().stages().stream()
              .mapToLong(StageTasks::resultBytes)
              .filter(bytes -> bytes >= MUCH_RESULT)
              .sum();
      case BROADCAST -> tables.largestBytes();
      default -> 0;
    };
  }

  private List<SparkAdvice> listLess(Optional<CallSite> site) {
    boolean again = listing.size() > 1;
    SparkAdvice once = new SparkAdvice.Code(SparkAdvice.Change.LIST_ONCE, site);
    SparkAdvice fewer = new SparkAdvice.Code(SparkAdvice.Change.COMPACT_FILES, site);
    return again ? List.of(once, fewer) : List.of(fewer);
  }

  private List<SparkAdvice> advice(SparkKind kind, Optional<CallSite> site) {
    ConfFacts conf = facts.conf();
    return switch (kind) {
      case COLLECT ->
          List.of(new SparkAdvice.Code(SparkAdvice.Change.KEEP_RESULTS_ON_EXECUTORS, site));
      case BROADCAST -> tables.advice(site);
      case COMMIT -> List.of(new SparkAdvice.Code(SparkAdvice.Change.FEWER_FILES, site));
      case LISTING -> listLess(site);
      case DRIVER_GC -> List.of(conf.more(ConfFacts.DRIVER_MEMORY, 2));
      case PLANNING -> List.of(new SparkAdvice.Code(simpler(), site));
      default -> List.of(new SparkAdvice.Code(SparkAdvice.Change.MOVE_OFF_THE_DRIVER, site));
    };
  }

  private SparkAdvice.Change simpler() {
    return isLoop() ? SparkAdvice.Change.ONE_JOB : SparkAdvice.Change.SMALLER_PLAN;
  }

  /** Whether most queries are those of a loop. */
  private boolean isLoop() {
    return 2 * loop.queries() > facts.recorded().application().queries().size();
  }
}
