package dev.uncork.diagnosis;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Capability;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.ThreadSecond;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recording made up second by second. */
final class Scenario {
  private static final List<Frame> INCREMENT =
      List.of(
          new Frame("com.acme.Counter", "increment", "Counter.java", 12),
          new Frame("com.acme.Worker", "run", "Worker.java", 30));

  private final int cores;
  private final List<CpuTick> cpu = new ArrayList<>();
  private final List<ThreadSecond> threads = new ArrayList<>();
  private final List<ProcessTick> process = new ArrayList<>();
  private final List<Gc> gcs = new ArrayList<>();
  private final List<LockUse> locks = new ArrayList<>();
  private final List<ThreadUse> uses = new ArrayList<>();
  private final Map<Integer, Integer> nodeOfCpu = new HashMap<>();
  private final List<LockHold> holds = new ArrayList<>();
  private JvmActivity jvm = JvmActivity.UNKNOWN;
  private int seconds;
  private double lastLength = 1;
  private double systemShare = 0.05;
  private double others;
  private long longPerSecond;
  private long throttledPerSecond;
  private long switchesPerSecond = 100;
  private long writtenPerSecond = 1000;

  Scenario(int cores) {
    this.cores = cores;
  }

  Scenario system(double share, long switches) {
    systemShare = share;
    switchesPerSecond = switches;
    return this;
  }

  Scenario writes(long bytesPerSecond) {
    writtenPerSecond = bytesPerSecond;
    return this;
  }

  Scenario others(double share) {
    others = share;
    return this;
  }

  /** Seconds in which {@code running} threads share {@code busy} cores. */
  Scenario run(int length, double busy, int running) {
    for (int s = seconds; s < seconds + length; s++) {
      for (int tick = 1; tick <= 10; tick++) {
        double share = busy / cores;
        cpu.add(
            new CpuTick(
                s * 1000L + tick * 100,
                100_000_000,
                (float) Math.min(1, share + others),
                (float) share,
                cores,
                0));
      }
      double each = running == 0 ? 0 : Math.min(1, busy / running);
      threads.add(
          new ThreadSecond(
              s,
              1_000_000_000,
              (long) (busy * 1e9),
              each >= 0.05 ? running : 0,
              each >= 0.7 ? running : 0,
              100,
              "main",
              (long) (each * 1e9)));
      long nanos = (long) (busy * 1e9);
      process.add(
          new ProcessTick(
              (s + 1) * 1000L,
              1_000_000_000,
              (long) (nanos * (1 - systemShare)),
              (long) (nanos * systemShare),
              0,
              0,
              switchesPerSecond,
              0,
              0,
              writtenPerSecond,
              1 << 20,
              running,
              throttledPerSecond,
              throttledPerSecond * 50_000_000L));
    }
    seconds += length;
    return this;
  }

  /** From now on locks have so many acquires of a millisecond or more, each second. */
  Scenario late(long longPerSecond) {
    this.longPerSecond = longPerSecond;
    return this;
  }

  /** From now on the CPU quota runs out so often, for 50 ms each. */
  Scenario throttled(long perSecond) {
    throttledPerSecond = perSecond;
    return this;
  }

  /** A lock at which, over the last {@code length} seconds, so many threads were blocked. */
  Scenario lock(String className, int length, double blockedThreads, long blockedPerSecond) {
    LockStack holder = new LockStack("worker-3", INCREMENT, 90, 0);
    return lock(className, length, blockedThreads, blockedPerSecond, holder);
  }

  /** The same, but one thread holds it in code of its own. */
  Scenario lockHeldBy(String thread, int length, double blockedThreads, long blockedPerSecond) {
    List<Frame> scan = List.of(new Frame("com.acme.Scraper", "scan", "Scraper.java", 8));
    LockStack holder = new LockStack(thread, scan, 90, 0);
    return lock("com.acme.Counter", length, blockedThreads, blockedPerSecond, holder);
  }

  private Scenario lock(
      String className,
      int length,
      double blockedThreads,
      long blockedPerSecond,
      LockStack holder) {
    List<LockUse.LockSecond> points = new ArrayList<>();
    for (int s = seconds - length; s < seconds; s++) {
      points.add(new LockUse.LockSecond(s, blockedPerSecond, (long) (blockedThreads * 1e9)));
    }
    long total = (long) (blockedThreads * 1e9) * length;
    locks.add(
        new LockUse(
            new LockId(className, 7, LockKind.MONITOR),
            blockedPerSecond * length,
            total,
            40_000_000,
            longPerSecond * length,
            0,
            0,
            points,
            List.of(new LockStack("", INCREMENT, blockedPerSecond * length, total)),
            List.of(holder)));
    return this;
  }

  /** A thread that used so many seconds of CPU time, and was on that CPU. */
  Scenario thread(String name, double cpuSeconds, int cpu) {
    uses.add(new ThreadUse(uses.size() + 1, name, (long) (cpuSeconds * 1e9), cpu, seconds, 0));
    return this;
  }

  Scenario node(int cpu, int node) {
    nodeOfCpu.put(cpu, node);
    return this;
  }

  Scenario gc(int atSecond, double pauseSeconds, String cause) {
    long nanos = (long) (pauseSeconds * 1e9);
    gcs.add(new Gc(atSecond * 1000L, "G1Old", cause, nanos, nanos));
    return this;
  }

  /** Sections of a lock of that class were timed. */
  Scenario holds(String lockClass, long medianNanos) {
    holds.add(
        new LockHold(
            lockClass, LockKind.MONITOR, 1000, 20, medianNanos, medianNanos, 5000, 2_000_000_000L));
    return this;
  }

  Scenario jvm(JvmActivity activity) {
    jvm = activity;
    return this;
  }

  /** The program ended so long after the beginning of the last second. */
  Scenario cut(double length) {
    lastLength = length;
    cpu.removeIf(tick -> tick.endMillis() > (seconds - 1 + length) * 1000);
    return this;
  }

  Recording recording() {
    return new Recording(
        Instant.EPOCH,
        (long) ((Math.max(0, seconds - 1) + (seconds == 0 ? 0 : lastLength)) * 1e9),
        new CollectorInfo("0.1.0", "run", 1, "com.acme.Main", "OpenJDK 17", "", cores),
        List.of(new Capability("monitors", true, "")),
        LockSource.UNCORK,
        0,
        cpu,
        List.of(),
        uses,
        threads,
        locks,
        List.of(),
        process,
        gcs,
        Samples.NONE,
        List.of(),
        holds,
        Optional.empty(),
        List.of(),
        new Timelines(0, List.of(), 0, List.of(), nodeOfCpu),
        List.of(),
        List.of(),
        jvm,
        Experiment.NONE);
  }

  Diagnosis diagnose() {
    return Diagnosis.of(recording());
  }
}
