package dev.uncork.report;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Capability;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockClassUse;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Note;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.ThreadSecond;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.WaitKind;
import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

/** Recordings made up for golden texts: the same on every machine. */
public final class MadeUp {
  private static final CollectorInfo INFO =
      new CollectorInfo(
          "0.1.0",
          "run",
          4711,
          "dev.uncork.workloads.checker.Main --model philosophers --workers 8",
          "OpenJDK 64-Bit Server VM 17.0.15",
          "0-1",
          2);

  private MadeUp() {}

  /** The model checker of the journey in its naive state. */
  public static Recording hotLock() {
    List<LockUse> locks =
        List.of(
            monitor("tlc.tool.ModelChecker", 11, 6_107_863, 118_754, 37_660, 0, "incGenStates"),
            sync("tlc.tool.MemFPSet", 12, 334_365, 11_013, 24_101),
            monitor("tlc.tool.DiskStateQueue", 13, 84_263, 1_074, 8_000, 12_345, "sDequeue"),
            monitor("tlc.tool.TLCTrace", 14, 1_964, 328, 300, 26_022_912, "writeState"),
            monitor("java.io.PrintStream", 15, 112, 88, 30, 0, "println"),
            monitor(
                "com.acme.a.very.long.package_name.of.somebody.WithALongClassName",
                16,
                9,
                7,
                3,
                0,
                "x"));
    return recording(
        INFO,
        20,
        t -> 0.3 + 0.6 * (t % 12) / 11.0,
        8,
        LockSource.UNCORK,
        locks,
        List.of(
            new Capability("monitors", true, ""),
            new Capability(
                "holders", false, "this JVM doesn't tell owners of virtual threads; use JDK 17")),
        Samples.NONE);
  }

  /** Eight busy seconds, then one thread in the end phase. */
  public static Recording serialEnd() {
    List<Frame> stack =
        List.of(
            frame("tlc.tool.MemFPSet.checkFPs(MemFPSet.java:88)"),
            frame("tlc.tool.MultiFPSet.checkFPs(MultiFPSet.java:121)"),
            frame("tlc.tool.ModelChecker.reportSuccess(ModelChecker.java:402)"),
            frame("tlc.tool.ModelChecker.modelCheck(ModelChecker.java:217)"),
            frame("tlc.TLC.main(TLC.java:19)"));
    int[] seconds = {9, 10, 11, 12};
    Samples samples =
        new Samples(List.of(stack), seconds, new long[] {100, 100, 100, 100}, new int[4]);
    return recording(
        INFO, 14, t -> t < 80 ? 0.98 : 0.5, 2, LockSource.UNCORK, List.of(), List.of(), samples);
  }

  public static Recording healthy() {
    return healthy(INFO);
  }

  /** The same of another program. */
  public static Recording healthy(CollectorInfo info) {
    return recording(info, 10, t -> 0.97, 8, LockSource.UNCORK, List.of(), List.of(), Samples.NONE);
  }

  /** What another user of JFR recorded. */
  public static Recording foreign() {
    CollectorInfo info = new CollectorInfo("", "", 99, "com.acme.Main", "OpenJDK", "", 16);
    return recording(
        info,
        60,
        t -> 0.4,
        40,
        LockSource.JFR_ABOVE_THRESHOLD,
        List.of(monitor("com.acme.Cache", 0, 88, 507_824, 60_000, 0, "get")),
        List.of(),
        Samples.NONE);
  }

  private static Recording recording(
      CollectorInfo info,
      int seconds,
      IntToDoubleFunction busyAtTick,
      int running,
      LockSource source,
      List<LockUse> locks,
      List<Capability> capabilities,
      Samples samples) {
    int cores = info.availableCpus();
    List<CpuTick> cpu = new ArrayList<>();
    List<ThreadSecond> threads = new ArrayList<>();
    List<ProcessTick> process = new ArrayList<>();
    List<ProgressPoint> progress = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      double sum = 0;
      for (int tick = 0; tick < 10; tick++) {
        float busy = (float) busyAtTick.applyAsDouble(s * 10 + tick);
        sum += busy / 10 * cores;
        cpu.add(new CpuTick(s * 1000 + tick * 100 + 100, 100_000_000, busy, busy, cores, 0));
      }
      int active = sum <= 1.01 ? 1 : running;
      long top = (long) (Math.min(1, sum / active) * 1e9);
      threads.add(
          new ThreadSecond(s, 1_000_000_000, (long) (sum * 1e9), active, 0, 100, "main", top));
      long nanos = (long) (sum * 1e9);
      process.add(
          new ProcessTick(
              s * 1000 + 1000,
              1_000_000_000,
              nanos * 9 / 10,
              nanos / 10,
              100,
              0,
              40_000,
              900,
              0,
              1_200_000,
              1 << 28,
              running + 14,
              0,
              0));
      progress.add(new ProgressPoint(s * 1000 + 1000, (s + 1) * 9_400L, 9_400, "output", ""));
    }
    return new Recording(
        Instant.EPOCH,
        seconds * 1_000_000_000L,
        info,
        capabilities,
        source,
        source == LockSource.UNCORK ? 0 : 20_000_000,
        cpu,
        cores == 2 ? List.of(0.55, 0.65) : List.of(),
        List.of(new ThreadUse(100, "main", 1_000_000_000, 1, 10, 2)),
        threads,
        locks,
        locks.stream()
            .map(
                lock ->
                    new LockClassUse(
                        lock.id().lockClass(),
                        lock.id().kind(),
                        1,
                        lock.blocked(),
                        lock.totalAcquireNanos(),
                        lock.maxAcquireNanos(),
                        lock.waits(),
                        lock.waitedNanos()))
            .toList(),
        process,
        List.of(
            new Gc(1500, "G1New", "G1 Evacuation Pause", 9_000_000, 9_000_000),
            new Gc(4500, "G1Old", "System.gc()", 61_000_000, 61_000_000)),
        samples,
        progress,
        List.of(),
        Optional.of(new CollectorInfo.Cost(12_000_000, 1 << 20)),
        source == LockSource.UNCORK ? List.of() : List.of(waits()),
        Timelines.NONE,
        List.of(),
        List.of(),
        JvmActivity.UNKNOWN,
        Experiment.NONE);
  }

  private static Note waits() {
    return new Note.JfrWaits(
        Stream.of(WaitKind.values())
            .map(kind -> new Note.JfrWaits.OfKind(kind, 20_000_000, false))
            .toList(),
        List.of(),
        true);
  }

  private static LockUse monitor(
      String lockClass,
      int id,
      long blocked,
      long totalMillis,
      long maxMicros,
      long waits,
      String method) {
    String simple = lockClass.substring(lockClass.lastIndexOf('.') + 1);
    Frame site = frame(lockClass + "." + method + "(" + simple + ".java:57)");
    return use(
        new LockId(lockClass, id, LockKind.MONITOR), blocked, totalMillis, maxMicros, waits, site);
  }

  private static LockUse sync(
      String owner, int id, long blocked, long totalMillis, long maxMicros) {
    String simple = owner.substring(owner.lastIndexOf('.') + 1);
    LockId lock =
        new LockId("java.util.concurrent.locks.ReentrantLock$NonfairSync", id, LockKind.JUC);
    return use(
        lock, blocked, totalMillis, maxMicros, 0, frame(owner + ".put(" + simple + ".java:123)"));
  }

  private static LockUse use(
      LockId id, long blocked, long totalMillis, long maxMicros, long waits, Frame site) {
    List<LockUse.LockSecond> seconds = new ArrayList<>();
    for (int s = 0; s < 20; s++) {
      seconds.add(new LockUse.LockSecond(s, blocked / 20, totalMillis * 1_000_000 / 20));
    }
    Frame worker = frame("tlc.tool.Worker.run(Worker.java:44)");
    long nanos = totalMillis * 1_000_000;
    return new LockUse(
        id,
        blocked,
        nanos,
        maxMicros * 1000,
        0,
        waits,
        waits * 1000,
        seconds,
        List.of(
            new LockStack("", List.of(site, worker), blocked - blocked / 10, nanos - nanos / 10),
            new LockStack("", List.of(worker), blocked / 10, nanos / 10)),
        List.of(new LockStack("worker-3", List.of(site, worker), 371, 0)));
  }

  private static Frame frame(String text) {
    return Frame.parse(text);
  }
}
