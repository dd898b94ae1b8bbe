package dev.uncork.report.export;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockClassUse;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A made-up recording: one listed lock, others of its class, running threads. */
final class Made {
  static final Frame PUT = new Frame("com.acme.Cache", "put", "Cache.java", 42);
  static final Frame RUN = new Frame("com.acme.Worker", "run", "Worker.java", 7);

  private Made() {}

  static Recording recording(String lockClass, Frame innermost) {
    LockStack waiter = new LockStack("", List.of(innermost, RUN), 900, 5_000_500);
    LockStack unkept = new LockStack("", List.of(), 50, 300_000);
    LockStack holder = new LockStack("worker-1", List.of(innermost, RUN), 20, 0);
    LockUse lock =
        new LockUse(
            new LockId(lockClass, 7, LockKind.MONITOR),
            1000,
            6_000_000,
            90_000,
            0,
            0,
            0,
            List.of(
                new LockUse.LockSecond(0, 600, 4_000_000),
                new LockUse.LockSecond(1, 400, 2_000_000)),
            List.of(waiter, unkept),
            List.of(holder));
    LockClassUse all =
        new LockClassUse(lockClass, LockKind.MONITOR, 3, 1234, 7_000_000, 90_000, 0, 0);
    Samples samples =
        new Samples(
            List.of(List.of(RUN)), new int[] {0, 1, 1}, new long[] {1, 1, 2}, new int[] {0, 0, 0});
    return of(List.of(lock), List.of(all), samples);
  }

  static Recording empty() {
    return of(List.of(), List.of(), Samples.NONE);
  }

  private static Recording of(List<LockUse> locks, List<LockClassUse> classes, Samples samples) {
    return new Recording(
        Instant.parse("2026-11-21T10:00:00Z"),
        2_000_000_000L,
        new CollectorInfo("0.1.0", "run", 4711, "com.acme.Main 8", "OpenJDK 17", "0-1", 2),
        List.of(),
        LockSource.UNCORK,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        locks,
        classes,
        List.of(),
        List.of(new Gc(100, "G1New", "G1 pause", 5_000_000, 5_000_000)),
        samples,
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        Timelines.NONE,
        List.of(),
        List.of(),
        JvmActivity.UNKNOWN,
        Experiment.NONE);
  }
}
