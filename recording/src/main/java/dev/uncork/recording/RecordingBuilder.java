package dev.uncork.recording;

import static dev.uncork.recording.EventFields.nanos;
import static dev.uncork.recording.EventFields.number;
import static dev.uncork.recording.EventFields.real;
import static dev.uncork.recording.EventFields.share;
import static dev.uncork.recording.EventFields.text;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** A recording while its events come in, in any order; used by one thread at a time. */
final class RecordingBuilder implements EventSink {
  private static final int MAX_TICKS = 72_000;
  private static final int MAX_HOLDS = 10_000;
  private static final long MAX_OFFSET_MILLIS = Duration.ofDays(30).toMillis();
  private static final long MAX_COUNT = 1L << 50;

  /** Events that describe the recording, whenever they were written. */
  private static final Set<String> DESCRIBING =
      Set.of(
          "uncork.Capability",
          "uncork.CollectorInfo",
          "jdk.ActiveSetting",
          "jdk.CPUInformation",
          "jdk.JVMInformation");

  private final Instant start;
  private final TimeRange range;
  private long lastMillis;
  private final Map<String, Capability> capabilities = new LinkedHashMap<>();
  private final LockTable locks = new LockTable();
  private final RemedyTable remedies = new RemedyTable();
  private final CompilationTable compilations = new CompilationTable();
  private final JfrLockEvents jfrLocks = new JfrLockEvents();
  private final ThreadTable threads = new ThreadTable();
  private final ThreadLaneTable threadLanes = new ThreadLaneTable();
  private final CpuLaneTable cpuLanes = new CpuLaneTable();
  private final SampleTable samples = new SampleTable();
  private final Series<CpuTick> cpu = new Series<>(MAX_TICKS, CpuTick::endMillis, CpuTick::merge);
  private final Series<CpuTick> jfrCpu =
      new Series<>(MAX_TICKS, CpuTick::endMillis, CpuTick::merge);
  private final Series<ProcessTick> process =
      new Series<>(MAX_TICKS, ProcessTick::endMillis, ProcessTick::merge);
  private final Series<Gc> gcs =
      new Series<>(
          MAX_TICKS,
          Gc::startMillis,
          (a, b) ->
              new Gc(
                  a.startMillis(),
                  a.name(),
                  b.explicit() ? b.cause() : a.cause(),
                  a.pauseNanos() + b.pauseNanos(),
                  Math.max(a.longestPauseNanos(), b.longestPauseNanos())));
  private final Series<ProgressPoint> progress =
      new Series<>(MAX_TICKS, ProgressPoint::atMillis, (a, b) -> b);
  private final List<LockHold> holds = new ArrayList<>();
  private double[] cpuSums = new double[0];
  private long cpuSumTicks;
  private CollectorInfo collector = new CollectorInfo("", "", -1, "", "", "", 0);
  private boolean sawCost;
  private long costCpuNanos;
  private long costMaxBytes;

  /**
   * Nothing yet.
   *
   * @param range events outside of it are left out, unless they describe the recording
   */
  RecordingBuilder(Instant start, TimeRange range) {
    this.start = start;
    this.range = range;
  }

  /** Whether an event describes the recording, rather than what happened at its time. */
  static boolean describes(String type) {
    return DESCRIBING.contains(type);
  }

  @Override
  public void defineType(long id, String name) {
    jfrLocks.defineType(id, name);
  }

  @Override
  public boolean accept(RecordedEvent event) {
    String type = event.getEventType().getName();
    if (!range.holds(event.getEndTime()) && !describes(type)) {
      return true;
    }
    long endMillis = Duration.between(start, event.getEndTime()).toMillis();
    if (endMillis > MAX_OFFSET_MILLIS || endMillis < -MAX_OFFSET_MILLIS) {
      return false;
    }
    long atMillis = Math.max(0, endMillis);
    boolean timed =
        type.startsWith("uncork.") ? own(type, event, atMillis) : jdk(type, event, atMillis);
    if (timed) {
      lastMillis = Math.max(lastMillis, atMillis);
    }
    return true;
  }

  Recording build(long headerDurationNanos, List<String> notes) {
    List<String> allNotes = new ArrayList<>(notes);
    boolean own = !collector.uncorkVersion().isEmpty() || !locks.isEmpty();
    LockTable table = own ? locks : jfrLocks.table();
    LockSource source =
        own
            ? LockSource.UNCORK
            : jfrLocks.usable() ? LockSource.JFR_ABOVE_THRESHOLD : LockSource.NONE;
    table.notes(allNotes::add);
    remedies.notes(allNotes::add);
    compilations.notes(remedies::rewrote, allNotes::add);
    if (cpu.thinned() || process.thinned()) {
      allNotes.add("Long recording: the timeline is kept at a coarser resolution.");
    }
    List<CpuTick> ownCpu = cpu.sorted();
    List<Double> shares = new ArrayList<>();
    for (double sum : cpuSums) {
      shares.add(sum / Math.max(1, cpuSumTicks));
    }
    List<ThreadUse> threadUses = threads.threads();
    return new Recording(
        start,
        Math.max(headerDurationNanos, lastMillis * 1_000_000L),
        collector,
        List.copyOf(capabilities.values()),
        source,
        source == LockSource.JFR_ABOVE_THRESHOLD ? jfrLocks.thresholdNanos() : 0,
        ownCpu.isEmpty() ? jfrCpu.sorted() : ownCpu,
        shares,
        threadUses,
        threads.seconds(),
        table.locks(),
        table.classes(),
        process.sorted(),
        gcs.sorted(),
        samples.freeze(),
        progress.sorted(),
        holds,
        sawCost ? Optional.of(new CollectorCost(costCpuNanos, costMaxBytes)) : Optional.empty(),
        allNotes,
        new Timelines(
            cpuLanes.binMillis(),
            cpuLanes.lanes(),
            threadLanes.binMillis(),
            threadLanes.lanes(threadUses),
            threadLanes.nodeOfCpu()));
  }

  /** One of Uncork's events; false where its time says nothing about the program. */
  private boolean own(String type, RecordedEvent event, long atMillis) {
    switch (type) {
      case "uncork.CpuUse" -> cpuUse(event, atMillis);
      case "uncork.ThreadCpu" -> threadCpu(event, atMillis);
      case "uncork.ContendedLock" -> contendedLock(event, atMillis);
      case "uncork.LockStack" ->
          locks.addStack(
              lockId(event),
              text(event, "role").equals("holder"),
              text(event, "threadName"),
              text(event, "stack"),
              count(event, "count"),
              nanos(event, "waitTime"));
      case "uncork.LockDemand" -> lockHold(event, atMillis);
      case "uncork.ProcessUse" -> processUse(event, atMillis);
      case "uncork.Progress" ->
          progress.add(
              new ProgressPoint(
                  atMillis,
                  number(event, "operations", -1),
                  real(event, "rate"),
                  text(event, "source")));
      case "uncork.CollectorCost" -> {
        sawCost = true;
        costCpuNanos += nanos(event, "cpuTime");
        costMaxBytes = Math.max(costMaxBytes, count(event, "nativeMemory"));
      }
      case "uncork.Capability" -> {
        String name = text(event, "name");
        capabilities.put(
            name, new Capability(name, event.getBoolean("available"), text(event, "detail")));
      }
      case "uncork.CollectorInfo" -> collectorInfo(event);
      case "uncork.Remedy" ->
          remedies.remedy(
              text(event, "remedy"),
              text(event, "target"),
              text(event, "state"),
              text(event, "detail"));
      case "uncork.Reservation" ->
          remedies.reservations(
              text(event, "lockClass"),
              count(event, "reservations"),
              count(event, "revocations"),
              event.getBoolean("switchedOff"));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** One of the JDK's events; false where its time says nothing about the program. */
  private boolean jdk(String type, RecordedEvent event, long atMillis) {
    switch (type) {
      case "jdk.GarbageCollection" ->
          gcs.add(
              new Gc(
                  Math.max(0, Duration.between(start, event.getStartTime()).toMillis()),
                  text(event, "name"),
                  text(event, "cause"),
                  nanos(event, "sumOfPauses"),
                  nanos(event, "longestPause")));
      case "jdk.ExecutionSample", "jdk.NativeMethodSample" -> {
        Object sampled = event.getValue("sampledThread");
        long id = sampled instanceof RecordedThread thread ? thread.getOSThreadId() : -1;
        if (sampled instanceof RecordedThread thread && id > 0 && !EventFields.isVirtual(thread)) {
          threads.javaName(id, EventFields.javaName(thread));
        }
        List<Frame> frames = EventFields.frames(event);
        if (!frames.isEmpty()) {
          samples.add((int) (atMillis / 1000), id, frames);
        }
      }
      case "jdk.CPULoad" ->
          jfrCpu.add(
              new CpuTick(
                  atMillis,
                  1_000_000_000L,
                  share(event, "machineTotal"),
                  Math.min(1, share(event, "jvmUser") + share(event, "jvmSystem")),
                  0,
                  0));
      case "jdk.JavaMonitorEnter" -> jfrLocks.monitorEnter(event, (int) (atMillis / 1000));
      case "jdk.JavaMonitorWait" -> jfrLocks.monitorWait(event, (int) (atMillis / 1000));
      case "jdk.ThreadPark" -> jfrLocks.park(event, (int) (atMillis / 1000));
      case "jdk.Compilation" -> {
        compilations.attempt(event);
        return false;
      }
      case "jdk.CompilationFailure" -> {
        compilations.failure(event);
        return false;
      }
      case "jdk.ActiveSetting" -> {
        jfrLocks.setting(event);
        return false;
      }
      case "jdk.CPUInformation" -> {
        mergeInfo("", -1, "", (int) count(event, "hwThreads"));
        return false;
      }
      case "jdk.JVMInformation" -> {
        mergeInfo(
            text(event, "javaArguments"), number(event, "pid", -1), text(event, "jvmName"), 0);
        return false;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void cpuUse(RecordedEvent event, long atMillis) {
    String perCpu = text(event, "perCpu");
    int online = perCpu.length() / 2;
    if (online > cpuSums.length) {
      cpuSums = Arrays.copyOf(cpuSums, online);
    }
    int busy = 0;
    int[] percents = new int[online];
    for (int i = 0; i < online; i++) {
      percents[i] = Math.min(100, hexByte(perCpu, 2 * i));
      cpuSums[i] += percents[i] / 100.0;
      busy += percents[i] >= 50 ? 1 : 0;
    }
    cpuLanes.add(atMillis, nanos(event, "interval"), percents);
    cpuSumTicks += online > 0 ? 1 : 0;
    cpu.add(
        new CpuTick(
            atMillis,
            nanos(event, "interval"),
            share(event, "machineBusy"),
            share(event, "processBusy"),
            online,
            busy));
  }

  private void threadCpu(RecordedEvent event, long atMillis) {
    long interval = nanos(event, "interval");
    threadLanes.add(
        count(event, "osThreadId"),
        (int) number(event, "cpu", -1),
        (int) number(event, "node", -1),
        atMillis,
        interval,
        nanos(event, "cpuTime"));
    threads.add(
        count(event, "osThreadId"),
        text(event, "threadName"),
        (int) number(event, "cpu", -1),
        middleSecond(atMillis, interval),
        nanos(event, "cpuTime"),
        interval);
  }

  private void contendedLock(RecordedEvent event, long atMillis) {
    LockTable.Totals delta = new LockTable.Totals();
    delta.blocked = count(event, "blocked");
    delta.acquireNanos = nanos(event, "waitTime");
    delta.maxNanos = nanos(event, "maxWaitTime");
    delta.longBlocked = count(event, "longBlocked");
    delta.waits = count(event, "waits");
    delta.waitedNanos = nanos(event, "waitedTime");
    locks.add(lockId(event), middleSecond(atMillis, 1_000_000_000L), delta);
  }

  private void lockHold(RecordedEvent event, long atMillis) {
    if (holds.size() < MAX_HOLDS) {
      holds.add(
          new LockHold(
              text(event, "lockClass"),
              LockId.Kind.of(text(event, "kind")),
              text(event, "method"),
              count(event, "acquisitions"),
              count(event, "samples"),
              nanos(event, "medianHold"),
              nanos(event, "meanHold"),
              nanos(event, "tailHold"),
              atMillis,
              nanos(event, "interval")));
    }
  }

  private void processUse(RecordedEvent event, long atMillis) {
    process.add(
        new ProcessTick(
            atMillis,
            nanos(event, "interval"),
            nanos(event, "userTime"),
            nanos(event, "systemTime"),
            count(event, "minorFaults"),
            count(event, "majorFaults"),
            countOrUnknown(event, "voluntarySwitches"),
            countOrUnknown(event, "involuntarySwitches"),
            countOrUnknown(event, "bytesRead"),
            countOrUnknown(event, "bytesWritten"),
            count(event, "residentSize"),
            (int) count(event, "threads"),
            count(event, "throttledPeriods"),
            nanos(event, "throttledTime")));
  }

  private void collectorInfo(RecordedEvent event) {
    String version = text(event, "version");
    collector =
        new CollectorInfo(
            version.isEmpty() ? "unknown" : version,
            text(event, "mode"),
            number(event, "pid", -1),
            text(event, "command"),
            text(event, "jvm"),
            text(event, "onlineCpus"),
            Math.max(0, (int) number(event, "availableCpus", 0)));
  }

  /** Fills in what the collector, if there is one, didn't say. */
  private void mergeInfo(String command, long pid, String jvm, int cpus) {
    collector =
        new CollectorInfo(
            collector.uncorkVersion(),
            collector.mode(),
            collector.pid() >= 0 ? collector.pid() : pid,
            collector.command().isEmpty() ? command : collector.command(),
            collector.jvm().isEmpty() ? jvm : collector.jvm(),
            collector.onlineCpus(),
            collector.availableCpus() > 0 ? collector.availableCpus() : cpus);
  }

  private static LockId lockId(RecordedEvent event) {
    return new LockId(
        text(event, "lockClass"),
        (int) number(event, "instance", 0),
        LockId.Kind.of(text(event, "kind")));
  }

  /** The second in which the middle of an interval lies: figures are written at its end. */
  private static int middleSecond(long endMillis, long intervalNanos) {
    return (int) (Math.max(0, endMillis - intervalNanos / 2_000_000) / 1000);
  }

  private static long count(RecordedEvent event, String field) {
    long value = number(event, field, 0);
    return value < 0 || value > MAX_COUNT ? 0 : value;
  }

  private static long countOrUnknown(RecordedEvent event, String field) {
    long value = number(event, field, ProcessTick.UNKNOWN);
    return value < 0 || value > MAX_COUNT ? ProcessTick.UNKNOWN : value;
  }

  private static int hexByte(String text, int at) {
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? 0 : high * 16 + low;
  }
}
