package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.count;
import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.real;
import static dev.uncork.recording.jfr.EventFields.share;
import static dev.uncork.recording.jfr.EventFields.text;
import static dev.uncork.recording.read.OwnEvents.collectorInfo;
import static dev.uncork.recording.read.OwnEvents.lockHold;
import static dev.uncork.recording.read.OwnEvents.merged;
import static dev.uncork.recording.read.OwnEvents.middleSecond;
import static dev.uncork.recording.read.OwnEvents.processTick;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.Capability;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.Note;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.jfr.CpuTicks;
import dev.uncork.recording.jfr.HeapTable;
import dev.uncork.recording.jfr.JfrSettings;
import dev.uncork.recording.jfr.JfrWaits;
import dev.uncork.recording.jfr.PinnedTable;
import dev.uncork.recording.jfr.SafepointTable;
import dev.uncork.recording.parse.EventSink;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A recording while its events come in, in any order.
 *
 * <p>Three parts share the events and nothing else, until the end.
 */
final class RecordingBuilder implements EventSink<Recording> {
  static final int MAX_TICKS = 72_000;
  private static final int MAX_HOLDS = 10_000;
  private static final long MAX_OFFSET_MILLIS = Duration.ofDays(30).toMillis();

  /** Events that describe the recording, whenever they were written. */
  private static final Set<String> DESCRIBING =
      Set.of(
          EventName.CAPABILITY,
          EventName.COLLECTOR_INFO,
          "jdk.ActiveSetting",
          "jdk.CPUInformation",
          "jdk.JVMInformation");

  /** Two kinds of events are nearly all that a long recording has. */
  private static final Set<String> CPU = Set.of(EventName.CPU_USE, EventName.THREAD_CPU);

  private static final Set<String> LOOKS = Set.of(EventName.THREAD_SAMPLE, EventName.POOL_USE);

  private final Instant start;
  private final long coveredNanos;
  private final TimeRange range;
  private final long startNanos;
  private final long fromNanos;
  private final long toNanos;
  private final Map<String, Capability> capabilities = new LinkedHashMap<>();
  private final LockTable locks = new LockTable();
  private final RemedyTable remedies = new RemedyTable();
  private final CompilationTable compilations = new CompilationTable();
  private final JfrSettings settings = new JfrSettings();
  private final JfrWaits jfrWaits;
  private final JfrLockEvents jfrLocks = new JfrLockEvents(settings);
  private final JavaNames threadNames = new JavaNames();
  private final CpuTables cpu = new CpuTables();
  private final SampleTable samples = new SampleTable();
  private final SnapshotTable snapshots = new SnapshotTable();
  private final JvmTable jvm = new JvmTable();
  private final SafepointTable safepoints = new SafepointTable();
  private final HeapTable heap = new HeapTable();
  private final PinnedTable pinned = new PinnedTable();
  private final ExperimentTable experiment = new ExperimentTable();
  private final Series<CpuTick> jfrCpu =
      new Series<>(MAX_TICKS, CpuTick::endMillis, CpuTick::merge);
  private final Series<ProcessTick> process =
      new Series<>(MAX_TICKS, ProcessTick::endMillis, ProcessTick::merge);
  private final Series<Gc> gcs = new Series<>(MAX_TICKS, Gc::startMillis, Gc::merge);
  private final Series<ProgressPoint> progress =
      new Series<>(MAX_TICKS, ProgressPoint::atMillis, (a, b) -> b);
  private final List<LockHold> holds = new ArrayList<>();
  private final List<TimedPart> parts =
      List.of(
          new TimedPart(CPU::contains, cpu::take),
          new TimedPart(LOOKS::contains, snapshots::take),
          new TimedPart(any -> true, this::take));
  private CollectorInfo collector = new CollectorInfo("", "", -1, "", "", "", 0);
  private boolean sawCost;
  private long costCpuNanos;
  private long costMaxBytes;

  /**
   * Nothing yet.
   *
   * @param covered from the first event that can come to the last one
   * @param range events outside of it are left out, unless they describe the recording
   */
  RecordingBuilder(TimeRange covered, TimeRange range) {
    this.start = covered.from();
    this.coveredNanos = covered.nanos();
    this.range = range;
    this.startNanos = JfrEvent.nanos(start);
    this.fromNanos = JfrEvent.nanos(range.from());
    this.toNanos = JfrEvent.nanos(range.to());
    this.jfrWaits = new JfrWaits(start, range, settings);
  }

  /** Whether an event describes the recording, rather than what happened at its time. */
  static boolean describes(String type) {
    return DESCRIBING.contains(type);
  }

  @Override
  public void defineType(long id, String name) {
    settings.defineType(id, name);
  }

  @Override
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  @Override
  public Recording end() {
    boolean own = own();
    LockTable table = own ? locks : jfrLocks.table();
    LockSource source =
        own
            ? LockSource.UNCORK
            : jfrLocks.usable() ? LockSource.JFR_ABOVE_THRESHOLD : LockSource.NONE;
    List<Note> notes = new ArrayList<>(table.notes());
    notes.addAll(remedies.notes());
    List<String> givenUp =
        compilations.givenUp(remedies::rewrote).stream().map(Object::toString).toList();
    if (!givenUp.isEmpty()) {
      notes.add(new Note.GivenUpMethods(givenUp));
    }
    jvm.toldCpus(cpu.meanShares().size()).ifPresent(notes::add);
    long durationNanos =
        Math.max(
            coveredNanos,
            parts.stream().mapToLong(part -> part.lastMillis).max().orElse(0) * 1_000_000L);
    List<Snapshot> seen = own ? snapshots.snapshots() : jfrWaits.snapshots(durationNanos);
    if (!own) {
      notes.add(jfrWaits.note());
    }
    if (cpu.ticks.thinned()
        || process.thinned()
        || (own ? snapshots.thinned() : jfrWaits.thinned())) {
      notes.add(Note.Thinned.TIMELINE);
    }
    List<ThreadUse> threadUses = cpu.threads.threads(threadNames);
    return new Recording(
        start,
        durationNanos,
        collector,
        List.copyOf(capabilities.values()),
        source,
        source == LockSource.JFR_ABOVE_THRESHOLD ? jfrLocks.thresholdNanos() : 0,
        CpuTicks.joined(cpu.ticks.sorted(), jfrCpu.sorted(), collector.availableCpus()),
        cpu.meanShares(),
        threadUses,
        cpu.threads.seconds(threadNames),
        table.locks(),
        table.classes(),
        process.sorted(),
        gcs.sorted(),
        samples.freeze(),
        progress.sorted(),
        holds,
        sawCost
            ? Optional.of(new CollectorInfo.Cost(costCpuNanos, costMaxBytes))
            : Optional.empty(),
        notes,
        cpu.timelines(threadUses),
        seen,
        pinned.places(),
        jvm.activity(safepoints, heap),
        experiment.experiment(start));
  }

  private boolean take(String type, JfrEvent event, long atMillis) {
    return type.startsWith(EventName.PREFIX)
        ? own(type, event, atMillis)
        : jdk(type, event, atMillis);
  }

  /** One of Uncork's events; false where its time says nothing about the program. */
  private boolean own(String type, JfrEvent event, long atMillis) {
    switch (type) {
      case EventName.CONTENDED_LOCK -> locks.counted(event, middleSecond(atMillis, 1_000_000_000L));
      case EventName.LOCK_STACK -> locks.stack(event);
      case EventName.LOCK_DEMAND -> {
        if (holds.size() < MAX_HOLDS) {
          holds.add(lockHold(event, atMillis));
        }
      }
      case EventName.PROCESS_USE -> process.add(processTick(event, atMillis));
      case EventName.PROGRESS ->
          progress.add(
              new ProgressPoint(
                  Math.max(0, atMillis - nanos(event, EventField.AGE) / 1_000_000),
                  number(event, EventField.OPERATIONS, -1),
                  real(event, EventField.RATE),
                  text(event, EventField.SOURCE),
                  text(event, EventField.LABEL)));
      case EventName.COLLECTOR_COST -> {
        sawCost = true;
        costCpuNanos += nanos(event, EventField.CPU_TIME);
        costMaxBytes = Math.max(costMaxBytes, count(event, EventField.NATIVE_MEMORY));
      }
      case EventName.CAPABILITY -> {
        String name = text(event, EventField.NAME);
        capabilities.put(
            name,
            new Capability(name, event.flag(EventField.AVAILABLE), text(event, EventField.DETAIL)));
      }
      case EventName.COLLECTOR_INFO -> collector = collectorInfo(event);
      case EventName.REMEDY -> remedies.remedy(event);
      case EventName.RESERVATION -> remedies.reservations(event);
      default -> {
        return experiment.accept(type, event);
      }
    }
    return true;
  }

  /** One of the JDK's events; false where its time says nothing about the program. */
  private boolean jdk(String type, JfrEvent event, long atMillis) {
    switch (type) {
      case "jdk.GarbageCollection" ->
          gcs.add(
              new Gc(
                  Math.max(0, Duration.between(start, event.start()).toMillis()),
                  text(event, "name"),
                  text(event, "cause"),
                  nanos(event, "sumOfPauses"),
                  nanos(event, "longestPause")));
      case "jdk.ExecutionSample" -> {
        sample(event, false, atMillis);
        jvm.sample(event, atMillis);
      }
      case "jdk.SystemGC" -> heap.asked(event);
      case "jdk.VirtualThreadPinned" -> pinned.pinned(event);
      case "jdk.ZAllocationStall" -> heap.stalled(event);
      case "jdk.GCHeapSummary" -> heap.summary(event);
      case "jdk.SafepointBegin" -> safepoints.begin(event);
      case "jdk.ExecuteVMOperation" -> safepoints.operation(event);
      case "jdk.ExceptionStatistics" -> jvm.exceptions(event);
      case "jdk.CodeCacheFull" -> jvm.codeCacheFull();
      case "jdk.CodeCacheStatistics" -> {
        jvm.codeCache(event);
        return false;
      }
      case "jdk.NativeMethodSample" -> sample(event, true, atMillis);
      case "jdk.CPULoad" ->
          jfrCpu.add(
              new CpuTick(
                  atMillis,
                  1_000_000_000L,
                  share(event, "machineTotal"),
                  Math.min(1, share(event, "jvmUser") + share(event, "jvmSystem")),
                  0,
                  0));
      case "jdk.ThreadDump" -> jfrWaits.dump(event);
      case "jdk.Compilation" -> {
        CompilationEvents.attempt(event, compilations);
        return false;
      }
      case "jdk.CompilationFailure" -> {
        CompilationEvents.failure(event, compilations);
        return false;
      }
      case "jdk.ActiveSetting" -> {
        settings.setting(event);
        return false;
      }
      case "jdk.CPUInformation" -> {
        collector = merged(collector, "", -1, "", (int) count(event, "hwThreads"));
        return false;
      }
      case "jdk.JVMInformation" -> {
        jvm.information(event);
        collector =
            merged(
                collector,
                text(event, "javaArguments"),
                number(event, "pid", -1),
                text(event, "jvmName"),
                0);
        return false;
      }
      default -> {
        if (JfrWaits.isWait(type)) {
          jfrLocks.waited(event, type, (int) (atMillis / 1000));
          if (!own()) {
            jfrWaits.waited(event);
          }
          return true;
        }
        return false;
      }
    }
    return true;
  }

  private void sample(JfrEvent event, boolean inNative, long atMillis) {
    JfrThread thread = event.thread("sampledThread");
    long id = thread == null ? -1 : thread.osThreadId();
    if (thread != null && id > 0 && !thread.virtual()) {
      threadNames.learn(id, thread.javaName());
    }
    List<Frame> frames = event.stack().frames();
    if (frames.isEmpty()) {
      return;
    }
    samples.add((int) (atMillis / 1000), id, frames);
    if (!inNative) {
      experiment.sample(event, frames);
    }
    if (thread != null && !own()) {
      jfrWaits.ran(event, thread, frames, inNative);
    }
  }

  /** Whether Uncork made the recording, as far as events of it have come. */
  private boolean own() {
    return !collector.uncorkVersion().isEmpty() || !locks.isEmpty();
  }

  /** Takes an event; false where its time says nothing about the program. */
  private interface Taker {
    boolean take(String type, JfrEvent event, long atMillis);
  }

  /** Hands on the events that lie in the range of time. */
  private final class TimedPart implements Part {
    private final Predicate<String> types;
    private final Taker taker;

    /** Of the last event whose time says something about the program. */
    long lastMillis;

    TimedPart(Predicate<String> types, Taker taker) {
      this.types = types;
      this.taker = taker;
    }

    @Override
    public boolean takes(String type) {
      return types.test(type);
    }

    @Override
    public boolean accept(JfrEvent event) {
      String type = event.type();
      long end = event.endNanos();
      if (end >= toNanos && JfrWaits.isWait(type) && range.meets(event.start(), event.end())) {
        jfrWaits.waited(event);
      }
      if ((end < fromNanos || end >= toNanos) && !describes(type)) {
        return true;
      }
      long endMillis = Math.floorDiv(end - startNanos, 1_000_000);
      if (endMillis > MAX_OFFSET_MILLIS || endMillis < -MAX_OFFSET_MILLIS) {
        return false;
      }
      long atMillis = Math.max(0, endMillis);
      if (taker.take(type, event, atMillis)) {
        lastMillis = Math.max(lastMillis, atMillis);
      }
      return true;
    }
  }
}
