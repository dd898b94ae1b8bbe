package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.habit.ThreadGroups;
import dev.uncork.diagnosis.stack.CarriedCode;
import dev.uncork.diagnosis.stack.Libraries;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.OwnCode;
import dev.uncork.diagnosis.stack.SleepHelpers;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Fills a ledger, second by second. */
final class LedgerBuilder {
  private static final int MAX_BINS = 300;

  /** A second without a look takes what was seen at most so many seconds away. */
  private static final int NEAR_SECONDS = 2;

  private final Recording recording;
  private final Seconds seconds;
  private final int cores;
  private final int secondsPerBin;
  private final double[] binSeconds;
  private final int[] looksInBins;
  private final EnumMap<RowKind, double[]> rows = new EnumMap<>(RowKind.class);
  private final Map<Charge.Key, Account> accounts = new LinkedHashMap<>();
  private final Map<Integer, PoolSum> pools = new HashMap<>();
  private final ThreadGroups groups = new ThreadGroups();
  private final Libraries libraries;
  private final StackReading reading;
  private final OwnCode code;
  private final Habits habits;
  private final VirtualLocks virtualLocks;
  private final Circulation circulation;
  private double leftWithoutDemand;

  private static final class PoolSum {
    PoolUse last;
    double queued;
    int mostQueued;
    int looks;

    PoolSum(PoolUse first) {
      last = first;
    }
  }

  LedgerBuilder(Recording recording, Seconds seconds, int cores, Libraries libraries) {
    this.recording = recording;
    this.seconds = seconds;
    this.cores = cores;
    this.secondsPerBin = (seconds.count() + MAX_BINS - 1) / MAX_BINS;
    this.binSeconds = new double[bin(seconds.count() - 1) + 1];
    this.looksInBins = new int[binSeconds.length];
    for (int s = 0; s < seconds.count(); s++) {
      binSeconds[bin(s)] += seconds.length(s);
    }
    this.circulation = new Circulation(cores * seconds.total());
    this.libraries = libraries;
    this.reading = new StackReading(libraries, SleepHelpers.of(recording.snapshots()));
    this.code = OwnCode.of(recording.snapshots(), libraries);
    this.habits = new Habits(recording, reading, groups, code);
    this.virtualLocks = new VirtualLocks(recording.locks(), reading, seconds);
  }

  Ledger build() {
    List<List<Snapshot>> bySecond = bySecond();
    double[] throttled = throttled();
    CpuShares overall = CpuShares.of(recording);
    double standstill = recording.jvm().operations().stoppedShare(recording.durationNanos());
    for (int s = 0; s < seconds.count(); s++) {
      if (!seconds.known(s)) {
        add(RowKind.UNEXPLAINED, s, cores * seconds.length(s));
        continue;
      }
      double length = seconds.length(s);
      double busy = seconds.busyCores(s) * length;
      CpuShares cpu = overall.in(seconds.threads(s), busy * 1e9);
      add(RowKind.GC, s, busy * cpu.gc());
      add(RowKind.COMPILATION, s, busy * cpu.compilation());
      add(RowKind.JVM, s, busy * cpu.jvm());
      add(RowKind.WORK, s, busy * cpu.application());
      double idle = seconds.freeCores(s) * length;
      add(RowKind.OTHER_PROCESSES, s, Math.max(0, cores * length - busy - idle));
      double stopped = Math.min(idle, throttled[s]);
      add(RowKind.THROTTLED, s, stopped);
      idle -= stopped;
      double paused =
          Math.max(0, Math.min(idle, cores * length * seconds.gcShare(s) - busy * cpu.gc()));
      add(RowKind.GC, s, paused);
      double still = Math.min(idle - paused, (cores - 1) * length * standstill);
      add(RowKind.SAFEPOINTS, s, still);
      double rest = idle - paused - still;
      double left = Math.max(rest, cores * length - busy - stopped - paused - still);
      idle(s, rest, left, near(bySecond, s));
    }
    return ledger();
  }

  /**
   * Charges the idle cores of a second.
   *
   * @param unused idle cores and those that others used, times their time
   */
  private void idle(int s, double coreSeconds, double unused, List<Snapshot> snapshots) {
    if (snapshots.isEmpty()) {
      add(RowKind.UNEXPLAINED, s, coreSeconds);
      return;
    }
    looksInBins[bin(s)] += snapshots.size();
    List<Moment> moments = new ArrayList<>();
    double free = 0;
    for (Snapshot snapshot : snapshots) {
      Snapshot rest = virtualLocks.rest(s, snapshot);
      Moment moment = new Moment(rest, reading, groups, habits, seconds.freeCores(s));
      moments.add(moment);
      free += free(moment);
    }
    // Threads that are ready to run leave nothing to other processes, who take it.
    double offered = free / moments.size() * seconds.length(s);
    double left = Math.max(coreSeconds, Math.min(unused, offered));
    double leftByWaits = Math.max(coreSeconds, Math.min(left, leftForSure(s, moments)));
    for (int i = 0; i < moments.size(); i++) {
      Moment moment = moments.get(i);
      double share = free == 0 ? 1.0 / moments.size() : free(moment) / free;
      List<Charge> charges = new ArrayList<>(moment.charges(cores));
      charges.addAll(virtualLocks.at(s));
      circulation.add(bin(s), moments.get(i), snapshots.get(i).threads(), charges);
      double weight = charges.stream().mapToDouble(Charge::weight).sum();
      if (snapshots.get(i).threads().isEmpty()) {
        add(RowKind.UNEXPLAINED, s, coreSeconds * share);
      } else if (weight <= 0) {
        add(RowKind.NO_DEMAND, s, coreSeconds * share);
        leftWithoutDemand += left * share;
      }
      for (Charge charge : charges) {
        double leftForIt = (charge.limits() ? left : leftByWaits) * share;
        accounts
            .computeIfAbsent(charge.key(), key -> new Account(charge, binSeconds))
            .add(
                charge,
                bin(s),
                coreSeconds * share * charge.weight() / weight,
                leftForIt * charge.weight() / weight,
                unused * share);
      }
      snapshots.get(i).pools().forEach(this::pool);
    }
  }

  /**
   * Core-seconds of a second that nobody wanted. Threads come at times all at once, and at others
   * not at all, as looks show; one that is ready isn't always seen to be before it runs.
   */
  private double leftForSure(int s, List<Moment> moments) {
    double seen = moments.stream().mapToInt(Moment::running).average().orElse(0);
    double unseen = Math.max(0, seconds.busyCores(s) + seconds.readyThreads(s) - seen);
    return moments.stream()
            .mapToDouble(moment -> Math.max(0, cores - moment.running() - unseen))
            .average()
            .orElse(0)
        * seconds.length(s);
  }

  /** Cores that had nothing to run at a moment. */
  private double free(Moment moment) {
    return Math.max(0, cores - moment.running());
  }

  private void pool(PoolUse use) {
    PoolSum sum = pools.computeIfAbsent(use.pool(), key -> new PoolSum(use));
    sum.last = use;
    if (use.queued() > 0) {
      sum.queued += use.queued();
      sum.mostQueued = Math.max(sum.mostQueued, use.queued());
      sum.looks++;
    }
  }

  private Optional<Root.PoolFacts> facts(int pool) {
    PoolSum sum = pools.get(pool);
    return sum == null
        ? Optional.empty()
        : Optional.of(
            new Root.PoolFacts(
                sum.last.className(),
                groups.shown(groups.of(sum.last.threadName())),
                sum.last.threads(),
                sum.last.maxThreads(),
                sum.queued / Math.max(1, sum.looks),
                sum.mostQueued));
  }

  private Optional<LibraryWait> setting(int pool) {
    PoolSum sum = pools.get(pool);
    return sum == null ? Optional.empty() : libraries.pool(sum.last.threadName());
  }

  private Ledger ledger() {
    Map<RowKind, List<Root>> roots = new EnumMap<>(RowKind.class);
    for (Account account : accounts.values()) {
      Root seen =
          account.root(
              looksInBins,
              circulation,
              habits,
              code,
              account.pool().flatMap(this::facts),
              account.pool().flatMap(this::setting));
      Root root = seen.carries() ? seen.carrying(CarriedCode.of(recording.samples())) : seen;
      roots.computeIfAbsent(root.row(), key -> new ArrayList<>()).add(root);
      double[] sums = row(root.row());
      for (int i = 0; i < sums.length; i++) {
        sums[i] += account.inBins()[i];
      }
    }
    List<Ledger.Row> result = new ArrayList<>();
    rows.forEach(
        (kind, sums) -> {
          double total = Arrays.stream(sums).sum();
          List<Root> ofRow = roots.getOrDefault(kind, new ArrayList<>());
          if (total > 0 || !ofRow.isEmpty()) {
            ofRow.sort((a, b) -> Double.compare(b.coreSeconds(), a.coreSeconds()));
            List<Double> inCores =
                IntStream.range(0, sums.length)
                    .mapToObj(bin -> sums[bin] / binSeconds[bin])
                    .toList();
            result.add(new Ledger.Row(kind, total, ofRow, inCores));
          }
        });
    double all = result.stream().mapToDouble(Ledger.Row::coreSeconds).sum();
    return new Ledger(all, result, secondsPerBin, leftWithoutDemand);
  }

  private void add(RowKind kind, int second, double coreSeconds) {
    row(kind)[bin(second)] += coreSeconds;
  }

  private double[] row(RowKind kind) {
    return rows.computeIfAbsent(kind, key -> new double[binSeconds.length]);
  }

  private int bin(int second) {
    return second / secondsPerBin;
  }

  private List<List<Snapshot>> bySecond() {
    List<List<Snapshot>> result = new ArrayList<>();
    for (int s = 0; s < seconds.count(); s++) {
      result.add(new ArrayList<>());
    }
    for (Snapshot snapshot : recording.snapshots()) {
      int second = (int) (snapshot.atMillis() / 1000);
      result.get(Math.min(second, seconds.count() - 1)).add(snapshot);
    }
    return result;
  }

  private static List<Snapshot> near(List<List<Snapshot>> bySecond, int second) {
    for (int away = 0; away <= NEAR_SECONDS; away++) {
      for (int at : new int[] {second - away, second + away}) {
        if (at >= 0 && at < bySecond.size() && !bySecond.get(at).isEmpty()) {
          return bySecond.get(at);
        }
      }
    }
    return List.of();
  }

  /** Core-seconds per second that the control group's quota withheld. */
  private double[] throttled() {
    double[] result = new double[seconds.count()];
    for (ProcessTick tick : recording.process()) {
      long middle = Math.max(0, tick.endMillis() - tick.intervalNanos() / 2_000_000);
      int second = (int) Math.min(seconds.count() - 1, middle / 1000);
      result[second] += tick.throttledNanos() / 1e9;
    }
    return result;
  }
}
