package dev.uncork.agent.session;

import dev.uncork.agent.jvm.BootClasses;
import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.waits.ParkInstrumentation;
import dev.uncork.agent.remedy.Remedies;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.status.StatusFile;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.CapabilityName;
import dev.uncork.protocol.Presence;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
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
  private static final long STOP_TIMEOUT_NANOS = 20_000_000_000L;

  private final AgentOptions options;
  private final StatusFile status;
  private final RemedySite site;
  private final Runnable whenEnded;
  private final Capabilities capabilities;
  private final LockCounts counts = new LockCounts(LockCounts.NATIVE);
  private final ParkInstrumentation parks;
  private final Remedies remedies;
  private final Recorder recorder;
  private boolean counting;
  private volatile boolean closedByOthers;
  private volatile @Nullable String stopReason;
  private volatile boolean ended;
  private @Nullable Thread collector;
  private @Nullable Presence presence;

  /**
   * Starts nothing yet.
   *
   * @param registry the remedies that there are
   * @param whenEnded to be called once when nothing of the session is left running
   */
  public Session(
      AgentOptions options,
      StatusFile status,
      Instrumentation instrumentation,
      Function<RemedySite, List<Remedy.Kind>> registry,
      Runnable whenEnded) {
    this.options = options;
    this.status = status;
    this.whenEnded = whenEnded;
    this.capabilities = new Capabilities(status);
    this.site =
        new RemedySite(instrumentation, options, capabilities::lost, status::warn, status::refused);
    this.parks = new ParkInstrumentation(instrumentation);
    this.remedies = new Remedies(registry.apply(site), options, status::warn);
    this.recorder =
        new Recorder(
            status.files(),
            instrumentation,
            this::lastDrain,
            this::closed,
            options.find(AgentOption.EVERY) == null ? options.find(AgentOption.KEEP) : null,
            options.get(AgentOption.CALM),
            remedies.mayNeed(Remedy.Need.COMPILATIONS));
  }

  /** Starts observing; on failure says why in the status file and leaves nothing behind. */
  public void start() {
    try {
      presence = Presence.hold(status.files().agent());
    } catch (IOException | RuntimeException e) {
      // A file system without locks: then the status and the pid have to do.
    }
    try {
      observe();
    } catch (RuntimeException | Error e) {
      leave();
      throw e;
    }
  }

  private void observe() {
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
    CollectorIdentity.emit(options.get(AgentOption.MODE), files().agent());
    capabilities.emitAll();
    remedies.recordingStarted();
    Thread thread = new Thread(null, () -> loop(disk), "uncork-collector", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    collector = thread;
    status.running();
    thread.start();
  }

  /** The collector thread: even to load what it needs takes a while, which nobody waits for. */
  private void loop(DiskGuard disk) {
    CollectorLoop loop;
    try {
      loop = new CollectorLoop(this, options, counting ? counts : null, remedies, disk);
    } catch (Throwable e) {
      if (!shuttingDown()) {
        end("internal error, the collector is off: " + e, disk);
      }
      return;
    }
    loop.run();
  }

  /** Writes what was recorded until now as one of a ring of recordings, and goes on. */
  void rotate(RecordingRing ring) throws IOException {
    recorder.rotate(ring.next());
    CollectorIdentity.emit(options.get(AgentOption.MODE), files().agent());
    capabilities.emitAll();
  }

  /** As {@link Recorder#sampleRarely}. */
  void sampleRarely() {
    recorder.sampleRarely();
  }

  /** As {@link Recorder#sampleOften}. */
  void sampleOften(boolean often) {
    recorder.sampleOften(often);
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

  RemedySite site() {
    return site;
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
    remedies.summaries().forEach(status::warn);
    whenEnded.run(); // before anybody can read of the end and start the next session
    if (problem == null) {
      status.stopped();
    } else {
      status.failed(problem);
    }
    leave();
    ended = true;
  }

  private void leave() {
    try (Presence held = presence) {
      presence = null;
    } catch (IOException e) {
      // The lock is gone with its channel.
    }
  }

  private void fail(String reason) {
    end(reason, null);
  }

  private void startCounting() {
    String reason = bootClasses();
    if (reason == null) {
      reason = NativeCollector.start(files(), site.instrumentation());
    }
    counting = reason == null;
    capabilities.note(CapabilityName.MONITORS, reason == null ? "" : reason);
    if (reason == null) {
      capabilities.note(CapabilityName.JUC, parks.install());
    } else {
      capabilities.note(CapabilityName.JUC, COLLECTOR_MISSING);
    }
    remedies.start(reason == null ? null : COLLECTOR_MISSING, capabilities::note);
    capabilities.note(CapabilityName.HOLDERS, reason == null ? "" : COLLECTOR_MISSING);
    capabilities.note(CapabilityName.WAITS, reason == null ? "" : COLLECTOR_MISSING);
    if (options.experiments()) {
      capabilities.note(CapabilityName.EXPERIMENT, reason == null ? "" : COLLECTOR_MISSING);
    }
  }

  private @Nullable String bootClasses() {
    try {
      BootClasses.define(files().boot(), site.instrumentation());
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
    remedies.undo("the session ended").forEach(status::warn);
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
        counts.drainAndEmitAll(List.of());
      }
      remedies.emit();
    } catch (Throwable e) {
      status.warn("the last counts are missing: " + e);
    }
  }

  private void closed() {
    closedByOthers = true;
    if (shuttingDown()) {
      remedies.summaries().forEach(status::warn);
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
