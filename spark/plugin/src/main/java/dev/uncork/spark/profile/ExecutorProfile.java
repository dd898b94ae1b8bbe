package dev.uncork.spark.profile;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.protocol.RecordingName;
import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.read.ChunkMerge;
import dev.uncork.recording.read.ReadOutcome;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.words.ReadWords;
import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.PluginSettings;
import dev.uncork.spark.base.WorkFiles;
import dev.uncork.spark.event.ExecutorCost;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.event.StageShare;
import dev.uncork.spark.numa.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/**
 * The profile of one executor: starts the collector, takes each recording that it finishes, keeps
 * it where the user wants it, and sums up what it says.
 */
public final class ExecutorProfile {
  private static final int LOCKS_TOLD = 20;
  private static final int COSTS_TOLD = 10;

  private final PluginContext context;
  private final PluginSettings settings;
  private final WorkFiles files;
  private final TaskMarks marks;
  private final LockTotals totals = new LockTotals();
  private final CostTotals costs = new CostTotals();
  private Map<Integer, Integer> nodeOfCpu = Map.of();
  private List<StageShare> stages = List.of();
  private final Set<String> remarks = new HashSet<>();
  private @Nullable AgentSession session;
  private @Nullable ProfileSummary summary;
  private boolean news;
  private boolean finishing;

  /** Does nothing yet. */
  public ExecutorProfile(
      PluginContext context, PluginSettings settings, WorkFiles files, TaskMarks marks) {
    this.context = context;
    this.settings = settings;
    this.files = files;
    this.marks = marks;
  }

  /** Starts the collector, if the settings say so. */
  public void start() throws IOException {
    if (settings.profile()) {
      session = AgentSession.start(files, settings.intervalSeconds());
      marks.keepRuns();
      Log.info(
          "executor "
              + context.executorID()
              + " is profiled"
              + (settings.recordings().isEmpty()
                  ? "; spark.uncork.recordings=DIRECTORY would keep the recordings"
                  : ", recordings go to " + settings.recordings()));
    }
  }

  /** Takes what the collector has finished. */
  public void collect() throws IOException {
    AgentSession running = session;
    if (running == null) {
      return;
    }
    for (String remark : running.warnings()) {
      if (remarks.add(remark)) {
        Log.info("the collector in executor " + context.executorID() + " warns: " + remark);
      }
    }
    for (Path recording : running.finished()) {
      take(recording);
    }
  }

  private void take(Path recording) throws IOException {
    try {
      if (finishing && Files.size(recording) == 0) {
        throw new IOException("the JVM ended before the collector had written it");
      }
      if (!settings.recordings().isEmpty()) {
        store().keep(recording, name(recording));
      }
      ReadOutcome outcome = RecordingReader.read(recording);
      ReadWords.lines(outcome.problems()).forEach(Log::failed);
      if (outcome.recording().isPresent()) {
        sumUp(outcome.recording().get());
      }
    } finally {
      Files.deleteIfExists(recording);
    }
  }

  private RecordingStore store() {
    return new RecordingStore(
        context.conf(), settings.recordings(), context.conf().get("spark.app.id", "application"));
  }

  private String name(Path recording) throws IOException {
    List<TimeRange> covered = ChunkMerge.covered(recording);
    Instant start = covered.isEmpty() ? Instant.now() : covered.get(0).from();
    return RecordingName.ofExecutor(context.executorID(), start);
  }

  private void sumUp(Recording recording) {
    Diagnosis diagnosis = Diagnosis.of(recording);
    long blockedNanos = 0;
    for (LockRow row : diagnosis.locks()) {
      totals.add(row);
      blockedNanos += row.use().totalAcquireNanos();
    }
    costs.add(diagnosis);
    long end = end(recording);
    // Two recordings may end before anybody is told: the last is one of them.
    stages =
        StageShare.joined(
            stages,
            StageTotals.of(
                diagnosis, marks.takeRuns(end), marks.runningAt(end), nodeOfCpu(recording)));
    ProfileSummary before = summary;
    summary =
        new ProfileSummary(
            recording.durationNanos() / 1_000_000 + (before == null ? 0 : before.recordedMillis()),
            blockedNanos + (before == null ? 0 : before.blockedNanos()));
    news = true;
  }

  /** Of the last recording, all that there is. */
  private long end(Recording recording) {
    return finishing
        ? Long.MAX_VALUE
        : recording.start().toEpochMilli() + recording.durationNanos() / 1_000_000;
  }

  /** As the plugin was told to see them, else as the collector did. */
  private Map<Integer, Integer> nodeOfCpu(Recording recording) {
    if (nodeOfCpu.isEmpty()) {
      nodeOfCpu = Topology.nodeOfCpu(settings.sys());
    }
    return nodeOfCpu.isEmpty() ? recording.timelines().nodeOfCpu() : nodeOfCpu;
  }

  /** What recordings say of stages whose tasks ended in them; empty when asked again. */
  public List<StageShare> takeStages() {
    List<StageShare> taken = stages;
    stages = List.of();
    return taken;
  }

  /** Whether something was recorded since this was asked last. */
  public boolean news() {
    boolean before = news;
    news = false;
    return before;
  }

  /** What was recorded so far; empty before the first recording is finished. */
  public Optional<ProfileSummary> summary() {
    return Optional.ofNullable(summary);
  }

  /** The locks that cost most so far. */
  public List<HotLock> hottest() {
    return totals.hottest(LOCKS_TOLD);
  }

  /** What else cost most so far. */
  public List<ExecutorCost> largestCosts() {
    return costs.largest(COSTS_TOLD);
  }

  /** Ends the collector and takes its last recording. */
  public void finish() throws Exception {
    AgentSession running = session;
    if (running != null) {
      finishing = true;
      running.stop();
      collect();
      session = null;
      if (!running.hasEnded()) {
        throw new IOException("the collector had no time to write it before the JVM's end");
      }
    }
  }
}
