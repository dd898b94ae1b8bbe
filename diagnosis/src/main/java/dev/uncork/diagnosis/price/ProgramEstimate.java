package dev.uncork.diagnosis.price;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Phase;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.Forecast;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Uncertainty;
import dev.uncork.scaling.network.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A recorded program as the queueing model sees it.
 *
 * <p>CPU time and operations come from the steady seconds of the recording, visits and hold times
 * from the measurement of the locks, hand-off costs from the calibration. What is left unexplained
 * at the measured point goes to the hand-off costs, within a factor of {@link #HAND_OFF_REACH}, and
 * then to the model's error, which widens every band.
 *
 * @param threads workers in the recording
 * @param cores that other processes left them, on average
 * @param measured operations per second there
 * @param counted whether the program told its operations; if not, the unit is the work that it does
 *     in a second now
 * @param modelled what the model says for the same point
 * @param curve what was measured on fewer cores in the same run
 * @param doubts broken assumptions; the figures aren't to be trusted if there are any
 */
public record ProgramEstimate(
    Forecast forecast,
    int threads,
    double cores,
    double measured,
    boolean counted,
    double modelled,
    CoreCurve curve,
    List<Doubt> doubts) {
  static final double HAND_OFF_REACH = 4;

  /** The model's error at the measured point from which on it predicts nothing. */
  private static final double USELESS_ERROR = 0.4;

  private static final double LEAST_LEFT = 0.1;
  private static final double SMALLEST_WORKER_SHARE = 0.2;

  /** Share of all waiting of a lock without a measured demand, from which on nothing is priced. */
  private static final double MISSING_SHARE = 0.1;

  /** Share of the time that a lock of unsteady costs is in use, from which on it matters. */
  private static final double UNSTEADY_LOAD = 0.1;

  private static final int SEARCH_STEPS = 40;

  private static final Pattern BACKGROUND =
      Pattern.compile(
          "(G1|GC|C1|C2|VM|ZGC|XGC|Shenandoah|Sweeper|JFR|uncork|Common-Cleaner|Concurrent"
              + "|Service Thread|Signal|Monitor Ctrl|Reference|Finalizer|Notification)\\b.*"
              + "|(GC|C1|C2) .*|ZWorker.*|ZDriver.*|XWorker.*|uncork-.*");

  public ProgramEstimate {
    doubts = List.copyOf(doubts);
  }

  /**
   * Estimates the workload of a recorded program.
   *
   * @param workers where the user knows how many threads work
   */
  public static ProgramEstimate of(Diagnosis diagnosis, HandOffCosts costs, OptionalInt workers)
      throws NotPriceable {
    Recording recording = diagnosis.recording();
    SteadyWindow window = SteadyWindow.of(diagnosis);
    double cpu = window.cpuSeconds();
    // What other processes use isn't there for this one.
    double cores = diagnosis.cores().count() * Math.max(LEAST_LEFT, 1 - window.othersShare());
    if (!window.usable() || cpu <= 0 || diagnosis.cores().count() < 1) {
      throw new NotPriceable(
          new NotPriceable.Reason.TooLittle(window.seconds(), SteadyWindow.FEWEST_SECONDS));
    }
    if (recording.holds().isEmpty() && recording.locks().stream().anyMatch(l -> l.blocked() > 0)) {
      throw new NotPriceable(new NotPriceable.Reason.NoDemand());
    }
    double[] rates = window.rates();
    boolean counted = rates.length >= Math.max(1, window.seconds() / 2);
    double measured = counted ? Arrays.stream(rates).average().orElse(1) : 1;
    double operations = measured * window.seconds();
    int threads = workers.orElseGet(() -> workers(recording));
    double background = cpu * backgroundShare(recording) / operations;
    List<LockDemand> locks = LockDemands.of(recording, window, costs, measured, counted);
    double held = locks.stream().mapToDouble(l -> l.visits() * l.holdSeconds()).sum();
    double perOperation = cpu / operations;
    double serial = window.pauseSeconds() / operations + serialShare(diagnosis) / measured;
    double outside = Math.max(perOperation - background - held, 0.01 * perOperation);
    double idle = Math.max(0, threads * (double) window.seconds() - cpu - window.blockedSeconds());
    boolean coresFree = cpu < 0.85 * cores * window.seconds();
    double delay = coresFree && threads <= cores ? idle / operations : 0;
    Workload first = new Workload(outside, delay, background, serial, locks);
    Fitted fitted = fit(first, threads, cores, measured);
    double error = Math.abs(fitted.throughput() / measured - 1);
    List<Doubt> doubts = new ArrayList<>();
    Assumptions.steady(rates).ifPresent(doubts::add);
    doubts.addAll(notMeasured(recording));
    doubts.addAll(descheduled(recording, locks, threads, cores));
    doubts.addAll(unsteady(recording, costs, fitted));
    if (error > USELESS_ERROR) {
      doubts.add(new Doubt.DoesNotFit(fitted.throughput(), measured));
    }
    Uncertainty uncertainty =
        new Uncertainty(
            0.8, 1.3, 0.5, costs.calibrated() ? 2 : 4, Math.min(0.95, Math.max(0.05, error)));
    return new ProgramEstimate(
        new Forecast(fitted.workload(), uncertainty),
        threads,
        cores,
        measured,
        counted,
        fitted.throughput(),
        diagnosis.curve(),
        doubts);
  }

  /** Throughput on so many cores, measured rather than modelled. */
  public record Measured(int cores, Interval throughput) {}

  /** What was measured on fewer cores in the same run, and on all; empty where nothing was. */
  public List<Measured> measuredCurve() {
    return curve.points().stream()
        .map(
            point ->
                new Measured(
                    point.cores(),
                    new Interval(
                        measured * point.speed().low(),
                        measured * point.speed().value(),
                        measured * point.speed().high())))
        .toList();
  }

  private record Fitted(Workload workload, double throughput) {}

  /** The hand-off costs at which the model meets what was measured, as far as they reach. */
  private static Fitted fit(Workload workload, int threads, double cores, double measured) {
    double low = 1 / HAND_OFF_REACH;
    double high = HAND_OFF_REACH;
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double middle = Math.sqrt(low * high);
      if (throughput(scaled(workload, middle), threads, cores) > measured) {
        low = middle;
      } else {
        high = middle;
      }
    }
    Workload fitted = scaled(workload, Math.sqrt(low * high));
    return new Fitted(fitted, throughput(fitted, threads, cores));
  }

  private static double throughput(Workload workload, int threads, double cores) {
    return ClosedNetwork.solve(workload, threads, cores).throughput();
  }

  private static Workload scaled(Workload workload, double handOffFactor) {
    return workload.with(
        workload.locks().stream()
            .map(lock -> lock.with(lock.handOff().scaled(handOffFactor)))
            .toList());
  }

  /** Threads that work about as much as the busiest one. */
  private static int workers(Recording recording) {
    List<ThreadUse> own =
        recording.threads().stream()
            .filter(thread -> !BACKGROUND.matcher(thread.name()).matches())
            .toList();
    long most = own.stream().mapToLong(ThreadUse::cpuNanos).max().orElse(0);
    long count =
        own.stream().filter(t -> t.cpuNanos() >= SMALLEST_WORKER_SHARE * most && most > 0).count();
    return (int) Math.max(1, count);
  }

  private static double backgroundShare(Recording recording) {
    double all = 0;
    double background = 0;
    for (ThreadUse thread : recording.threads()) {
      all += thread.cpuNanos();
      background += BACKGROUND.matcher(thread.name()).matches() ? thread.cpuNanos() : 0;
    }
    return all <= 0 ? 0 : background / all;
  }

  /** Serial seconds for each parallel one. */
  private static double serialShare(Diagnosis diagnosis) {
    double serial = 0;
    double parallel = 0;
    for (Phase phase : diagnosis.phases()) {
      serial += phase.kind() == Phase.Kind.SERIAL && phase.fromSecond() > 0 ? phase.seconds() : 0;
      parallel += phase.kind() == Phase.Kind.PARALLEL ? phase.seconds() : 0;
    }
    return parallel <= 0 ? 0 : serial / parallel;
  }

  /** Locks that matter and whose holding methods could not be instrumented. */
  private static List<Doubt> notMeasured(Recording recording) {
    double all = recording.locks().stream().mapToDouble(LockUse::totalAcquireNanos).sum();
    Map<String, Double> missing = new TreeMap<>();
    for (LockUse use : recording.locks()) {
      String lock = use.id().lockClass();
      if (recording.holds().stream().noneMatch(hold -> hold.lockClass().equals(lock))) {
        missing.merge(lock, (double) use.totalAcquireNanos(), Double::sum);
      }
    }
    return missing.entrySet().stream()
        .filter(entry -> entry.getValue() > MISSING_SHARE * all)
        .<Doubt>map(entry -> new Doubt.DemandUnknown(entry.getKey()))
        .toList();
  }

  /** Locks that matter and whose hand-off costs differ from run to run. */
  private static List<Doubt> unsteady(Recording recording, HandOffCosts costs, Fitted fitted) {
    List<Doubt> broken = new ArrayList<>();
    for (LockDemand lock : fitted.workload().locks()) {
      HandOffCosts.LockClass lockClass = LockDemands.lockClass(recording, lock.name());
      double load = fitted.throughput() / lock.capacity();
      if (!costs.steady(lockClass, lock.holdSeconds()) && load > UNSTEADY_LOAD) {
        broken.add(
            new Doubt.UnsteadyHandOff(lock.name(), costs.spread(lockClass, lock.holdSeconds())));
      }
    }
    return broken;
  }

  private static List<Doubt> descheduled(
      Recording recording, List<LockDemand> locks, int threads, double cores) {
    List<Doubt> broken = new ArrayList<>();
    for (LockDemand lock : locks) {
      long blocked = 0;
      long nanos = 0;
      for (LockUse use : recording.locks()) {
        if (use.id().lockClass().equals(lock.name())) {
          blocked += use.blocked();
          nanos += use.totalAcquireNanos();
        }
      }
      if (blocked > 0) {
        double wait = nanos / 1e9 / blocked;
        Assumptions.holderRuns(lock.name(), lock.holdSeconds(), wait, threads, cores)
            .ifPresent(broken::add);
      }
    }
    return broken;
  }
}
