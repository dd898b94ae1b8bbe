package dev.uncork.agent.session;

import dev.uncork.agent.observe.code.ClassCode;
import dev.uncork.agent.observe.code.HotCode;
import dev.uncork.agent.observe.code.HotStacks;
import dev.uncork.agent.observe.demand.DemandMeasurement;
import dev.uncork.agent.observe.experiment.ActivityMeter;
import dev.uncork.agent.observe.experiment.CoreExperiment;
import dev.uncork.agent.observe.kernel.KernelCollector;
import dev.uncork.agent.observe.kernel.OwnCpuTime;
import dev.uncork.agent.observe.locks.HolderSampler;
import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.agent.observe.progress.JmxProgress;
import dev.uncork.agent.observe.progress.OutputProgress;
import dev.uncork.agent.observe.progress.ProgressSource;
import dev.uncork.agent.observe.threads.ThreadSampler;
import dev.uncork.agent.observe.work.WorkSearch;
import dev.uncork.agent.remedy.Observed;
import dev.uncork.agent.remedy.Remedies;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.CapabilityName;
import dev.uncork.protocol.SessionFiles;
import dev.uncork.recording.event.CollectorCostEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the collector thread does: ten ticks a second, twenty while a lock is hot, until the session
 * is to end; then it ends it. One that was asked to be calm looks at CPUs and threads at every
 * fifth tick only. A remedy may have it pause for a second or more between two ticks.
 *
 * <p>It sleeps by {@code parkNanos}, since a wait on a monitor would count itself.
 */
final class CollectorLoop implements Runnable {
  private static final long TICK_NANOS = 100_000_000;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int CALM = 5;

  private static final Duration LEASE = Duration.ofSeconds(15);

  private final Session session;
  private final AgentOptions options;
  private final SessionFiles files;
  private final @Nullable LockCounts counts;
  private final Remedies remedies;
  private final KillSwitch killSwitch;
  private final DiskGuard disk;
  private final OwnCpuTime cpuTime = new OwnCpuTime(Path.of("/proc"));
  private final KernelCollector kernel;
  private final HolderSampler holders = new HolderSampler();
  private final HotStacks stacks = new HotStacks();
  private final HotCode hotCode;
  private @Nullable ThreadSampler sampler;
  private final DemandMeasurement demand;
  private final ActivityMeter activity = new ActivityMeter();
  private final WorkSearch work;
  private final @Nullable CoreExperiment experiment;
  private final List<LockListener> listeners = new ArrayList<>();
  private final List<ProgressSource> progress = new ArrayList<>();
  private final @Nullable RecordingRing ring;
  private long cpuNanos;
  private int ticks;
  private boolean calm;

  /**
   * Does nothing yet.
   *
   * @param counts what the native tables count, or null where they do not
   * @param remedies those that have started
   */
  CollectorLoop(
      Session session,
      AgentOptions options,
      @Nullable LockCounts counts,
      Remedies remedies,
      DiskGuard disk) {
    this.session = session;
    this.options = options;
    this.counts = counts;
    this.remedies = remedies;
    this.disk = disk;
    this.files = new SessionFiles(options.get(AgentOption.SESSION));
    this.killSwitch = new KillSwitch(files);
    this.calm = options.get(AgentOption.CALM);
    Duration every = options.find(AgentOption.EVERY);
    this.ring =
        every == null
            ? null
            : new RecordingRing(
                session.status().files().ring(), every, options.find(AgentOption.KEEP));
    this.sampler =
        counts == null ? null : ThreadSampler.create(session.site().instrumentation(), stacks);
    ClassCode code = new ClassCode(session.site().instrumentation());
    this.hotCode = new HotCode(code);
    this.kernel =
        new KernelCollector(
            Path.of("/proc"), Path.of("/sys"), cpuTime, session.capabilities()::lost);
    this.demand =
        new DemandMeasurement(
            session.site().instrumentation(),
            kernel::compilingShare,
            options.get(AgentOption.DEMAND) || remedies.need(Remedy.Need.DEMAND_OF_WARM_LOCKS));
    String polled = options.find(AgentOption.PROGRESS_JMX);
    JmxProgress jmx = hasManagement() ? new JmxProgress(polled, session.status()::warn) : null;
    boolean late = remedies.need(Remedy.Need.DEMAND_OF_WARM_LOCKS);
    DemandMeasurement measurement = demand;
    this.work =
        new WorkSearch(
            session.site().instrumentation(),
            stacks,
            code,
            jmx,
            () -> !late && measurement.rests());
    this.experiment =
        counts == null || !options.experiments()
            ? null
            : new CoreExperiment(
                new ExperimentSite(session, files),
                work,
                hotCode::sharesNothing,
                calm,
                options.find(AgentOption.CORES) != null,
                System.nanoTime());
    listeners.add(activity);
    listeners.add(demand.listener());
    listeners.addAll(remedies.listeners());
    progress.add(new OutputProgress(files.progress(), work::printed));
    if (jmx != null) {
      progress.add(jmx);
    } else if (polled != null) {
      session
          .capabilities()
          .lost(CapabilityName.PROGRESS, "module java.management is missing here");
    }
  }

  private static boolean hasManagement() {
    try {
      // By name: the class that uses MBeans cannot even be verified without them.
      return Class.forName("javax.management.MBeanServerFactory", false, null) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public void run() {
    String failure = null;
    try {
      loop();
    } catch (Throwable e) {
      failure = "internal error, the collector is off: " + e;
    }
    if (Session.shuttingDown()) {
      return; // JFR's shutdown hook does what is left to do.
    }
    try {
      if (counts != null) {
        holders.stop();
        if (experiment != null) {
          experiment.stop();
          warn(work.second());
        }
        warn(demand.stop());
      }
    } catch (Throwable e) {
      failure = failure == null ? "internal error at the end: " + e : failure;
    }
    session.end(failure, disk);
  }

  private void loop() throws IOException {
    long begin = System.nanoTime();
    long next = begin;
    long second = begin;
    long tick = begin;
    while (session.stopReason() == null) {
      long now = System.nanoTime();
      if (counts != null) {
        holders.tick(now);
      }
      if (now - tick >= 0) {
        tick = Math.max(tick + TICK_NANOS, now);
        tick(now);
      }
      if (now - second >= 0) {
        second = Math.max(second + SECOND_NANOS, now);
        second(now);
      }
      String enough = enough(now - begin);
      if (enough != null) {
        session.status().warn(enough);
        return;
      }
      next = Math.max(next + pauseNanos(), now);
      LockSupport.parkNanos(next - System.nanoTime());
    }
  }

  private long pauseNanos() {
    int pauseSeconds = remedies.pauseSeconds();
    if (pauseSeconds > 0) {
      return pauseSeconds * SECOND_NANOS;
    }
    return holders.active() ? TICK_NANOS / 2 : TICK_NANOS;
  }

  private void tick(long now) {
    if (counts != null) {
      counts.drain();
      holders.aim(counts.hottest());
    }
    if (!calm || remedies.pauseSeconds() > 0 || ticks++ % CALM == 0) {
      kernel.tick(now, calm && !remedies.isTrying());
      sample(now);
    }
  }

  private void sample(long now) {
    ThreadSampler threads = sampler;
    if (threads != null) {
      try {
        threads.tick(now);
        if (experiment != null) {
          work.tick(now);
          if (mayExperiment()) {
            experiment.tick(now);
          }
        }
        session.status().deadlocks(threads.deadlocks());
      } catch (LinkageError | RuntimeException e) {
        sampler = null;
        session.capabilities().lost(CapabilityName.WAITS, "threads cannot be looked at: " + e);
      }
    }
  }

  private void second(long now) throws IOException {
    if (counts != null) {
      counts.emitHottest(listeners);
      warn(demand.second(now));
      killSwitch.look(remedies).forEach(this::warn);
      experiment(now);
      warn(work.second());
      remedies.second(
          now,
          new Observed(
              demand, kernel.compilingNanos(), experiment == null ? null : experiment.best()));
      if (!calm && remedies.pauseSeconds() > 0) {
        calm = true;
        session.sampleRarely();
      }
      holders.second();
      if (!holders.lost().isEmpty()) {
        session.status().warn(holders.lost());
      }
      if (sampler != null && !sampler.lost().isEmpty()) {
        session.status().warn(sampler.lost());
      }
    }
    kernel.second(now);
    stacks.second(now);
    if (work.isWanted()) {
      hotCode.tell(stacks.hottest(HotStacks.FEW));
    }
    for (ProgressSource source : progress) {
      source.poll();
    }
    CollectorCostEvent cost = new CollectorCostEvent();
    long used = cpuTime.nanos();
    cost.cpuTime = used - cpuNanos + session.site().takeSpentNanos();
    cost.nativeMemory = counts == null ? 0 : LockCollector.memoryBytes();
    cost.commit();
    cpuNanos = used;
    if (ring != null && ring.due(now)) {
      session.rotate(ring);
      ring.prune();
      if (sampler != null) {
        sampler.recordingBegins();
        hotCode.recordingBegins();
      }
    }
  }

  private void experiment(long now) {
    if (experiment != null && mayExperiment()) {
      experiment.second(now, activity.second(now, kernel));
    }
  }

  private boolean mayExperiment() {
    return !remedies.isTrying() && remedies.pauseSeconds() == 0;
  }

  private void warn(@Nullable String problem) {
    if (problem != null) {
      session.status().warn(problem);
    }
  }

  /** Why the session ends by itself now, as a warning to the user; null to go on. */
  private @Nullable String enough(long elapsedNanos) throws IOException {
    String full = disk.check();
    if (full != null) {
      return full;
    }
    Duration limit = options.find(AgentOption.FOR);
    if (limit != null && elapsedNanos >= limit.toNanos()) {
      return "";
    }
    return options.get(AgentOption.LEASE) && leaseOver()
        ? "the uncork that had attached is gone"
        : null;
  }

  private boolean leaseOver() {
    try {
      long touched = Files.getLastModifiedTime(files.lease()).toMillis();
      return System.currentTimeMillis() - touched > LEASE.toMillis();
    } catch (IOException e) {
      return true;
    }
  }
}
