package dev.uncork.agent.session;

import dev.uncork.protocol.EventName;
import dev.uncork.protocol.JvmFiles;
import dev.uncork.recording.event.CapabilityEvent;
import dev.uncork.recording.event.CollectorCostEvent;
import dev.uncork.recording.event.CollectorInfoEvent;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * The JFR recording of one session.
 *
 * <p>JFR writes to its own repository, whose place it tells in the system property {@code
 * jdk.jfr.repository}; {@link JvmFiles#repository} is a link there, since an application's own
 * recordings may need the repository where it is. JFR flushes to disk every second, so a killed JVM
 * leaves all but the last second. When the JVM ends in order, JFR's own shutdown hook stops the
 * recording: it asks the events of period {@code endChunk} once more, on which the last counts are
 * drained, and then writes {@code recording.jfr}.
 */
final class Recorder implements FlightRecorderListener {
  /**
   * All of ours, by name: JFR takes some milliseconds for each class, which is loaded when its
   * first event is made, beside the program.
   */
  static final List<String> OWN_EVENTS =
      List.of(
          EventName.CAPABILITY,
          EventName.CODE_ACCESS,
          EventName.COLLECTOR_COST,
          EventName.COLLECTOR_INFO,
          EventName.CONTENDED_LOCK,
          EventName.CPU_USE,
          EventName.EXPERIMENT_WINDOW,
          EventName.LOCK_DEMAND,
          EventName.LOCK_STACK,
          EventName.POOL_USE,
          EventName.PROCESS_USE,
          EventName.PROGRESS,
          EventName.REMEDY,
          EventName.RESERVATION,
          EventName.THREAD_CPU,
          EventName.THREAD_SAMPLE,
          EventName.WINDOW_WORK);

  private static final List<String> JDK_EVENTS =
      List.of(
          "jdk.CodeCacheFull",
          "jdk.ExecuteVMOperation",
          "jdk.GarbageCollection",
          "jdk.GCPhasePause",
          "jdk.GCHeapSummary",
          "jdk.GCConfiguration",
          "jdk.JVMInformation",
          "jdk.OSInformation",
          "jdk.SafepointBegin",
          "jdk.CPUInformation",
          "jdk.ZAllocationStall");

  private static final Duration CALM_PERIOD = Duration.ofMillis(100);

  /** Shorter than JFR's own, 20 ms; at most 200 events a second from each carrier. */
  private static final Duration PINNED = Duration.ofMillis(5);

  /** Long enough for JFR's sampler, which takes a few threads each time. */
  private static final Duration OFTEN_PERIOD = Duration.ofMillis(5);

  private static final Duration RARE_PERIOD = Duration.ofSeconds(1);

  private final JvmFiles files;
  private final Instrumentation instrumentation;
  private final Runnable lastDrain;
  private final Runnable whenClosed;
  private final @Nullable Duration maxAge;
  private volatile Duration samplePeriod;
  private final boolean compilations;
  private volatile @Nullable Recording recording;
  private @Nullable Path repository;

  /**
   * Starts nothing yet.
   *
   * @param files this JVM's files of the session
   * @param instrumentation opens JFR's internals
   * @param lastDrain called on a thread of JFR whenever a chunk ends
   * @param whenClosed called when the recording was closed, by whomever
   * @param maxAge what is older may be dropped; null to keep all
   * @param calm whether stacks are sampled ten times a second instead of fifty
   * @param compilations whether what becomes of each compilation is recorded: some 24 bytes each
   */
  Recorder(
      JvmFiles files,
      Instrumentation instrumentation,
      Runnable lastDrain,
      Runnable whenClosed,
      @Nullable Duration maxAge,
      boolean calm,
      boolean compilations) {
    this.files = files;
    this.instrumentation = instrumentation;
    this.lastDrain = lastDrain;
    this.whenClosed = whenClosed;
    this.maxAge = maxAge;
    this.samplePeriod = calm ? CALM_PERIOD : Duration.ofMillis(20);
    this.compilations = compilations;
  }

  void start() throws IOException {
    JfrOptions.set(instrumentation);
    // Written at once; JFR describes types that come later once a second only, and a crash may come
    // before that.
    FlightRecorder.register(CapabilityEvent.class);
    FlightRecorder.register(CollectorInfoEvent.class);
    FlightRecorder.addPeriodicEvent(CollectorCostEvent.class, lastDrain);
    FlightRecorder.addListener(this);
    recording = begin();
    String place = System.getProperty("jdk.jfr.repository");
    if (place != null) {
      Path found = Path.of(place);
      repository = found;
      Files.createSymbolicLink(files.repository(), found);
    }
  }

  private Recording begin() throws IOException {
    Recording starting = new Recording();
    starting.setName("uncork");
    for (String name : OWN_EVENTS) {
      starting.enable(name).withoutThreshold();
    }
    starting.enable(EventName.COLLECTOR_COST).with("period", "endChunk");
    for (String name : JDK_EVENTS) {
      starting.enable(name).withoutThreshold().withoutStackTrace();
    }
    starting.enable("jdk.SystemGC").withoutThreshold().withStackTrace();
    starting.enable("jdk.CPULoad").withPeriod(Duration.ofSeconds(1));
    starting.enable("jdk.ExceptionStatistics").withPeriod(Duration.ofSeconds(1));
    starting.enable("jdk.CodeCacheStatistics").with("period", "everyChunk");
    starting.enable("jdk.VirtualThreadPinned").withThreshold(PINNED).withStackTrace();
    starting.enable("jdk.ExecutionSample").withPeriod(samplePeriod).withStackTrace();
    if (compilations) {
      starting.enable("jdk.Compilation").withoutThreshold();
      starting.enable("jdk.CompilationFailure");
    }
    starting.setToDisk(true);
    starting.setDumpOnExit(true);
    starting.setDestination(files.recording());
    if (maxAge != null) {
      starting.setMaxAge(maxAge);
    }
    starting.start();
    return starting;
  }

  /**
   * Goes on in a new recording and writes what was recorded until now. The short chunk in which one
   * begins and the other ends is in both, so that there is no gap.
   *
   * @param finished appears under this name when it is complete
   */
  void rotate(Path finished) throws IOException {
    Recording old = recording;
    if (old == null) {
      return;
    }
    Path part = finished.resolveSibling(finished.getFileName() + ".part");
    recording = begin();
    old.setDestination(part);
    old.stop();
    old.close();
    Files.move(part, finished, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Samples stacks once a second from now on. */
  void sampleRarely() {
    samplePeriod = RARE_PERIOD;
    sampleEvery(samplePeriod);
  }

  /** Samples stacks often for a while, or as usual again; on any thread. */
  void sampleOften(boolean often) {
    sampleEvery(often ? OFTEN_PERIOD : samplePeriod);
  }

  private void sampleEvery(Duration period) {
    Recording running = recording;
    if (running != null && running.getState() == RecordingState.RUNNING) {
      running.enable("jdk.ExecutionSample").withPeriod(period);
    }
  }

  /** Where the chunks are, or null while nothing is recorded. */
  @Nullable Path repository() {
    return repository;
  }

  /** Bytes recorded so far. */
  long sizeBytes() {
    Recording running = recording;
    return running == null ? 0 : running.getSize();
  }

  /** Ends the recording, writes {@code recording.jfr} and forgets the event types. */
  void stop() {
    Recording running = recording;
    if (running != null) {
      if (running.getState() == RecordingState.RUNNING) {
        running.stop();
      }
      FlightRecorder.removeListener(this);
      running.close();
      recording = null;
    }
    FlightRecorder.removePeriodicEvent(lastDrain);
    forgetTypes();
  }

  /** An event class that stays registered keeps the agent's class loader. */
  private void forgetTypes() {
    ClassLoader ours = Recorder.class.getClassLoader();
    for (Class<?> loaded : instrumentation.getInitiatedClasses(ours)) {
      if (loaded.getClassLoader() == ours && Event.class.isAssignableFrom(loaded)) {
        FlightRecorder.unregister(loaded.asSubclass(Event.class));
      }
    }
  }

  /** Like {@link #stop} where the disk has no room for a copy: the chunks themselves are kept. */
  void stopInPlace() throws IOException {
    Recording running = recording;
    Path chunks = repository;
    if (running != null && chunks != null) {
      running.setDestination(null);
      running.stop();
      Path kept = chunks.resolveSibling(chunks.getFileName() + "-kept");
      Files.createDirectories(kept);
      try (var files = Files.newDirectoryStream(chunks, "*.jfr")) {
        for (Path chunk : files) {
          Files.createLink(kept.resolve(chunk.getFileName()), chunk);
        }
      }
      Files.delete(files.repository());
      Files.createSymbolicLink(files.repository(), kept);
      Files.deleteIfExists(files.recording());
    }
    stop();
  }

  @Override
  public void recordingStateChanged(Recording changed) {
    if (changed == recording && changed.getState() == RecordingState.CLOSED) {
      whenClosed.run();
    }
  }
}
