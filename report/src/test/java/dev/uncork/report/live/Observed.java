package dev.uncork.report.live;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Made-up last seconds of a JVM. */
final class Observed {
  static final Diagnosis TWO_LOCKS =
      of(
          List.of(
              lock("a.Long", 1, 9_000_000_000L, 100), lock("b.Often", 2, 1_000_000_000L, 9_000)),
          List.of(thread(1, "main"), thread(2, "worker-1")));

  private Observed() {}

  static Diagnosis of(List<LockUse> locks, List<ThreadUse> threads) {
    List<CpuTick> ticks = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      ticks.add(new CpuTick(i * 100L, 100_000_000, 0.5f, 0.4f, 2, 1));
    }
    return Diagnosis.of(
        new Recording(
            Instant.parse("2026-11-21T10:00:00Z"),
            10_000_000_000L,
            new CollectorInfo("0.1.0", "attach", 4711, "com.acme.Main 8", "OpenJDK", "0-1", 2),
            List.of(),
            LockSource.UNCORK,
            0,
            ticks,
            List.of(0.5, 0.5),
            threads,
            List.of(),
            locks,
            List.of(),
            List.of(),
            List.of(),
            Samples.NONE,
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            Timelines.NONE,
            List.of(),
            List.of(),
            JvmActivity.UNKNOWN,
            Experiment.NONE));
  }

  static LockUse lock(String lockClass, int instance, long acquireNanos, long blocked) {
    List<Frame> stack =
        List.of(
            new Frame(lockClass, "take", "A.java", 5), new Frame("c.Worker", "run", "W.java", 9));
    return new LockUse(
        new LockId(lockClass, instance, LockKind.MONITOR),
        blocked,
        acquireNanos,
        20_000_000,
        0,
        0,
        0,
        List.of(),
        List.of(new LockStack("", stack, blocked, acquireNanos)),
        List.of(new LockStack("worker-1", stack, 7, 0)));
  }

  static ThreadUse thread(long id, String name) {
    return new ThreadUse(id, name, 3_000_000_000L, 1, 100, 4);
  }
}
