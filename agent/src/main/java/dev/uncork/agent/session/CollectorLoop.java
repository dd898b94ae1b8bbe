package dev.uncork.agent.session;

import dev.uncork.agent.nopreempt.NoPreemptRemedy;
import dev.uncork.agent.observe.demand.DemandMeasurement;
import dev.uncork.agent.observe.kernel.KernelCollector;
import dev.uncork.agent.observe.kernel.OwnCpuTime;
import dev.uncork.agent.observe.locks.HolderSampler;
import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.agent.observe.progress.JmxProgress;
import dev.uncork.agent.observe.progress.OutputProgress;
import dev.uncork.agent.observe.progress.ProgressSource;
import dev.uncork.agent.reserve.LockRemedies;
import dev.uncork.agent.tick.TickRemedy;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.CapabilityName;
import dev.uncork.protocol.SessionFiles;
import dev.uncork.recording.event.CollectorCostEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the collector thread does: ten ticks a second, twenty while a lock is hot, until the session
 * is to end; then it ends it. One that was asked to be calm looks at CPUs and threads at every
 * fifth tick only. One with a remedy against preemption rests sooner or later: it ticks once a
 * second, or in four where the last one showed nothing, since with each tick it takes a processor,
 * which may be that of a hot lock's holder.
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
  private final DiskGuard disk;
  private final OwnCpuTime cpuTime = new OwnCpuTime(Path.of("/proc"));
  private final KernelCollector kernel;
  private final HolderSampler holders = new HolderSampler();
  private final DemandMeasurement demand;
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
   */
  CollectorLoop(
      Session session, AgentOptions options, @Nullable LockCounts counts, DiskGuard disk) {
    this.session = session;
    this.options = options;
    this.counts = counts;
    this.disk = disk;
    this.files = new SessionFiles(options.get(AgentOption.SESSION));
    this.calm = options.get(AgentOption.CALM);
    Duration every = options.find(AgentOption.EVERY);
    this.ring =
        every == null
            ? null
            : new RecordingRing(
                session.status().files().ring(), every, options.find(AgentOption.KEEP));
    this.kernel =
        new KernelCollector(
            Path.of("/proc"), Path.of("/sys"), cpuTime, session.capabilities()::lost);
    NoPreemptRemedy nopreempt = session.nopreempt();
    this.demand =
        new DemandMeasurement(
            session.instrumentation(),
            kernel::compilingShare,
            options.get(AgentOption.DEMAND) || nopreempt != null);
    listeners.add(session.lockEvents());
    listeners.add(demand.listener());
    if (nopreempt != null) {
      listeners.add(nopreempt.listener());
    }
    progress.add(new OutputProgress(files.progress()));
    String polled = options.find(AgentOption.PROGRESS_JMX);
    if (hasManagement()) {
      progress.add(new JmxProgress(polled, session.status()::warn));
    } else if (polled != null) {
      session
          .capabilities()
          .note(CapabilityName.PROGRESS, "module java.management is missing here");
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
        warn(demand.stop());
        NoPreemptRemedy nopreempt = session.nopreempt();
        if (nopreempt != null) {
          warn(nopreempt.stop("the session ended"));
        }
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
    NoPreemptRemedy nopreempt = session.nopreempt();
    if (nopreempt != null && nopreempt.looksRarely()) {
      return nopreempt.secondsToNextLook() * SECOND_NANOS;
    }
    return holders.active() ? TICK_NANOS / 2 : TICK_NANOS;
  }

  private boolean rests() {
    NoPreemptRemedy nopreempt = session.nopreempt();
    return nopreempt != null && nopreempt.looksRarely();
  }

  /** A trial wants to know each second whether the JVM's compilers are at work. */
  private boolean tries() {
    NoPreemptRemedy nopreempt = session.nopreempt();
    return nopreempt != null && nopreempt.tries();
  }

  private void tick(long now) {
    if (counts != null) {
      counts.drain();
      holders.aim(counts.hottest());
    }
    if (!calm || rests() || ticks++ % CALM == 0) {
      kernel.tick(now, calm && !tries());
    }
  }

  private void second(long now) throws IOException {
    if (counts != null) {
      counts.emitHottest(listeners);
      warn(demand.second(now));
      NoPreemptRemedy nopreempt = session.nopreempt();
      if (nopreempt != null) {
        warn(nopreempt.second(demand, kernel.compilingNanos()));
        if (!calm && rests()) {
          calm = true;
          session.sampleRarely();
        }
      }
      holders.second();
      if (!holders.lost().isEmpty()) {
        session.status().warn(holders.lost());
      }
    }
    kernel.second(now);
    undoOnRequest();
    LockRemedies remedies = session.remedies();
    if (remedies != null) {
      remedies.second(now);
    }
    for (ProgressSource source : progress) {
      source.poll();
    }
    CollectorCostEvent cost = new CollectorCostEvent();
    long used = cpuTime.nanos();
    cost.cpuTime = used - cpuNanos + (remedies == null ? 0 : remedies.takeCpuNanos());
    cost.nativeMemory = counts == null ? 0 : LockCollector.memoryBytes();
    cost.commit();
    cpuNanos = used;
    if (ring != null && ring.due(now)) {
      session.rotate(ring);
      ring.prune();
    }
  }

  /** The kill switch: a file in the session's directory, answered by another. */
  private void undoOnRequest() {
    LockRemedies remedies = session.remedies();
    NoPreemptRemedy nopreempt = session.nopreempt();
    TickRemedy tick = session.tick();
    if ((remedies != null || nopreempt != null || tick != null)
        && Files.exists(files.undo())
        && !Files.exists(files.undone())) {
      List<String> done = new ArrayList<>();
      if (remedies != null) {
        remedies.switchOff("on request");
        done.addAll(remedies.summary());
      }
      if (nopreempt != null) {
        warn(nopreempt.stop("on request"));
        done.add(nopreempt.summary());
      }
      if (tick != null) {
        tick.switchOff();
        done.add(tick.summary());
      }
      try {
        Path next = files.undoneNext();
        Files.writeString(next, String.join("\n", done) + "\n");
        Files.move(next, files.undone(), StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        session.status().warn("can't say that the remedies have ended: " + e);
      }
    }
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
    return options.get(AgentOption.LEASE) && leaseOver() ? "the attached command is gone" : null;
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
