package dev.uncork.agent.session;

import dev.uncork.agent.jvm.BootClasses;
import dev.uncork.agent.nopreempt.NoPreemptRemedy;
import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockEvents;
import dev.uncork.agent.observe.waits.ParkInstrumentation;
import dev.uncork.agent.reserve.LockRemedies;
import dev.uncork.agent.reserve.WantedRemedies;
import dev.uncork.agent.status.StatusFile;
import dev.uncork.agent.tick.TickRemedy;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.protocol.AgentMode;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.CapabilityName;
import dev.uncork.protocol.RemedyName;
import dev.uncork.rewriting.selection.ClassSelection;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One observation of this JVM, from its start to the point where nothing of it is left.
 *
 * <p>Order at the start: count first, so that nothing is missed, while JFR starts beside; then tell
 * what is available; then the collector thread. Order at the end: locks get their code back, then
 * the counting stops, then the recording, which drains what was counted. A JVM that ends takes the
 * other way: see {@link Recorder}.
 */
public final class Session {
  private static final String COLLECTOR_MISSING = "needs the collector of the monitors";
  private static final String AS_LOADED =
      "classes must be rewritten as they are loaded: use uncork run";
  private static final long STOP_TIMEOUT_NANOS = 20_000_000_000L;

  private final AgentOptions options;
  private final StatusFile status;
  private final Instrumentation instrumentation;
  private final Runnable whenEnded;
  private final Capabilities capabilities;
  private final LockCounts counts = new LockCounts(LockCounts.NATIVE);
  private final LockEvents lockEvents = new LockEvents();
  private final ParkInstrumentation parks;
  private final Recorder recorder;
  private volatile @Nullable LockRemedies remedies;
  private @Nullable NoPreemptRemedy nopreempt;
  private @Nullable TickRemedy tick;
  private boolean counting;
  private volatile boolean closedByOthers;
  private volatile @Nullable String stopReason;
  private volatile boolean ended;
  private @Nullable Thread collector;

  public Session(
      AgentOptions options,
      StatusFile status,
      Instrumentation instrumentation,
      Runnable whenEnded) {
    this.options = options;
    this.status = status;
    this.instrumentation = instrumentation;
    this.whenEnded = whenEnded;
    this.capabilities = new Capabilities(status);
    this.parks = new ParkInstrumentation(instrumentation);
    this.recorder =
        new Recorder(
            status.files(),
            instrumentation,
            this::lastDrain,
            this::closed,
            options.find(AgentOption.EVERY) == null ? options.find(AgentOption.KEEP) : null,
            options.get(AgentOption.CALM),
            !wanted().isEmpty());
  }

  /** Starts observing; on failure says why in the status file and leaves nothing behind. */
  public void start() {
    JfrStart jfr = new JfrStart(recorder);
    jfr.start();
    startCounting();
    String failure = jfr.await();
    DiskGuard disk = null;
    if (failure == null) {
      try {
        disk =
            new DiskGuard(
                Objects.requireNonNull(recorder.repository()),
                status.files().directory(),
                options.get(AgentOption.MIN_FREE));
      } catch (IOException | RuntimeException e) {
        failure = "cannot watch the free space of the recording's disk: " + e;
      }
    }
    if (failure != null || disk == null) {
      fail(failure == null ? "no disk to watch" : failure);
      return;
    }
    try {
      collect(disk);
    } catch (Throwable e) {
      end("internal error, the collector is off: " + e, disk);
    }
  }

  private void collect(DiskGuard disk) {
    CollectorInfo.emit(options.get(AgentOption.MODE));
    CollectorLoop loop = new CollectorLoop(this, options, counting ? counts : null, disk);
    capabilities.emitAll();
    LockRemedies applied = remedies;
    if (applied != null) {
      applied.recordingStarted();
    }
    Thread thread = new Thread(null, loop, "uncork-collector", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    collector = thread;
    status.running();
    thread.start();
  }

  /** Writes what was recorded until now as one of a ring of recordings, and goes on. */
  void rotate(RecordingRing ring) throws IOException {
    recorder.rotate(ring.next());
    CollectorInfo.emit(options.get(AgentOption.MODE));
    capabilities.emitAll();
  }

  /** As {@link Recorder#sampleRarely}. */
  void sampleRarely() {
    recorder.sampleRarely();
  }

  /** Asks for the end and returns when it is reached. */
  public void stop(String reason) {
    if (stopReason == null) {
      stopReason = reason;
    }
    LockSupport.unpark(collector);
    long deadline = System.nanoTime() + STOP_TIMEOUT_NANOS;
    while (!ended && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Why the session is to end, or null. */
  @Nullable String stopReason() {
    return closedByOthers && stopReason == null ? "the recording was closed" : stopReason;
  }

  Capabilities capabilities() {
    return capabilities;
  }

  StatusFile status() {
    return status;
  }

  Instrumentation instrumentation() {
    return instrumentation;
  }

  LockEvents lockEvents() {
    return lockEvents;
  }

  /** Undoes everything. Called by the collector thread, once, as the last thing that it does. */
  void end(@Nullable String failure, @Nullable DiskGuard disk) {
    String problem = failure;
    try {
      stopCounting();
      if (disk != null && !disk.fits(recorder.sizeBytes())) {
        recorder.stopInPlace();
      } else {
        recorder.stop();
      }
    } catch (Throwable e) {
      problem = problem == null ? "could not end the recording: " + e : problem;
    }
    sumUp();
    whenEnded.run(); // before anybody can read of the end and start the next session
    if (problem == null) {
      status.stopped();
    } else {
      status.failed(problem);
    }
    ended = true;
  }

  private void fail(String reason) {
    end(reason, null);
  }

  private void startCounting() {
    String reason = bootClasses();
    if (reason == null) {
      reason = NativeCollector.start(files(), instrumentation);
    }
    counting = reason == null;
    capabilities.note(CapabilityName.MONITORS, reason == null ? "" : reason);
    if (reason == null) {
      capabilities.note(CapabilityName.JUC, parks.install());
    } else {
      capabilities.note(CapabilityName.JUC, COLLECTOR_MISSING);
    }
    WantedRemedies wanted = wanted();
    if (!wanted.isEmpty()) {
      remedy(wanted, reason);
    }
    String chosen = options.find(AgentOption.NOPREEMPT);
    if (chosen != null) {
      capabilities.note(RemedyName.NOPREEMPT.label(), nopreempt(chosen, reason));
    }
    String queued = options.find(AgentOption.TICK);
    if (queued != null) {
      capabilities.note(RemedyName.TICK.label(), tick(queued, reason));
    }
    capabilities.note(CapabilityName.HOLDERS, reason == null ? "" : COLLECTOR_MISSING);
  }

  private WantedRemedies wanted() {
    return WantedRemedies.of(
        options.find(AgentOption.RESERVE),
        options.find(AgentOption.COUNTER),
        options.find(AgentOption.COUNTER_ADDER));
  }

  private void remedy(WantedRemedies wanted, @Nullable String missing) {
    String reason = missing == null ? "" : COLLECTOR_MISSING;
    if (missing == null && options.get(AgentOption.MODE) == AgentMode.ATTACH) {
      reason = AS_LOADED;
    }
    if (!wanted.reserve().isEmpty()) {
      capabilities.note(RemedyName.RESERVE.label(), reason);
    }
    if (wanted.counters()) {
      capabilities.note(RemedyName.COUNTER.label(), reason);
    }
    if (!reason.isEmpty()) {
      return;
    }
    LockRemedies applied = new LockRemedies(instrumentation, wanted);
    try {
      applied.install(!options.get(AgentOption.EARLY), capabilities::lost);
      remedies = applied;
    } catch (Throwable e) {
      String error = "internal error: " + (e.getCause() == null ? e : e.getCause());
      RemedyName first = wanted.reserve().isEmpty() ? RemedyName.COUNTER : RemedyName.RESERVE;
      capabilities.lost(first.label(), error);
    }
  }

  /** The remedies applied in this JVM, or null when there are none. */
  @Nullable LockRemedies remedies() {
    return remedies;
  }

  private String nopreempt(String chosen, @Nullable String missing) {
    if (missing != null) {
      return COLLECTOR_MISSING;
    }
    try {
      NoPreemptRemedy remedy = new NoPreemptRemedy(instrumentation);
      String reason = remedy.probe();
      if (reason != null) {
        return reason;
      }
      if (!chosen.equals(AgentOption.BY_STATISTICS)) {
        remedy.force(ClassSelection.of(chosen));
      }
      nopreempt = remedy;
      return "";
    } catch (Throwable e) {
      return "internal error: " + e;
    }
  }

  private String tick(String chosen, @Nullable String missing) {
    if (missing != null) {
      return COLLECTOR_MISSING;
    }
    if (options.get(AgentOption.MODE) == AgentMode.ATTACH) {
      return AS_LOADED;
    }
    tick = new TickRemedy(instrumentation, ClassSelection.of(chosen), remedies == null);
    tick.install();
    return "";
  }

  /** The remedy that queues threads by the tick, or null when it wasn't asked for. */
  @Nullable TickRemedy tick() {
    return tick;
  }

  /** The remedy against preempted holders, or null when it wasn't asked for or isn't possible. */
  @Nullable NoPreemptRemedy nopreempt() {
    return nopreempt;
  }

  private @Nullable String bootClasses() {
    try {
      BootClasses.define(files().boot(), instrumentation);
      return null;
    } catch (IOException | LinkageError | RuntimeException e) {
      return e.toString();
    }
  }

  private AgentFiles files() {
    return new AgentFiles(options.get(AgentOption.LIB));
  }

  private void stopCounting() {
    if (!counting) {
      return;
    }
    if (remedies != null) {
      remedies.switchOff("the session ended");
    }
    if (tick != null) {
      tick.switchOff();
    }
    String wrong = parks.remove();
    if (wrong != null) {
      status.warn(wrong);
    }
    LockCollector.watch(0);
    LockCollector.stop();
  }

  private void lastDrain() {
    try {
      if (counting) {
        counts.drainAndEmitAll(List.of(lockEvents));
      }
      if (remedies != null) {
        remedies.emit();
      }
    } catch (Throwable e) {
      status.warn("the last counts are missing: " + e);
    }
  }

  private void sumUp() {
    if (remedies != null) {
      remedies.summary().forEach(status::warn);
    }
    if (nopreempt != null) {
      status.warn(nopreempt.summary());
    }
    if (tick != null) {
      status.warn(tick.summary());
    }
  }

  private void closed() {
    closedByOthers = true;
    if (shuttingDown()) {
      sumUp();
      status.stopped();
      ended = true; // for one who had asked for the end before the JVM was told to exit
    } else {
      LockSupport.unpark(collector);
    }
  }

  /** Whether the JVM is ending, in which case nothing needs to be undone. */
  static boolean shuttingDown() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
