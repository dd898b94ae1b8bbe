package dev.uncork.report;

import dev.uncork.recording.event.CollectorInfoEvent;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.CpuUseEvent;
import dev.uncork.recording.event.LockStackEvent;
import dev.uncork.recording.event.ProcessUseEvent;
import dev.uncork.recording.event.ThreadCpuEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Makes a real recording of this JVM in which the agent's events tell a made-up story. */
final class ScenarioRecorder {
  private static final long TICK_NANOS = 100_000_000;

  private final int cores;
  private final double busyShare;
  private final int threads;
  private @Nullable Runnable lockSecond;
  private boolean spin;
  private boolean collect;

  ScenarioRecorder(int cores, double busyShare, int threads) {
    this.cores = cores;
    this.busyShare = busyShare;
    this.threads = threads;
  }

  /** Three threads are blocked at this lock all the time. */
  ScenarioRecorder lock(String lockClass, String kind, int instance, String... frames) {
    String stack = String.join("\n", frames) + "\ncom.acme.Worker.run(Worker.java:30)";
    lockSecond =
        () -> {
          ContendedLockEvent lock = new ContendedLockEvent();
          lock.lockClass = lockClass;
          lock.kind = kind;
          lock.instance = instance;
          lock.blocked = 1000;
          lock.waitTime = 3_000_000_000L;
          lock.maxWaitTime = 2_000_000;
          lock.commit();
          for (String role : new String[] {"waiter", "holder"}) {
            LockStackEvent seen = new LockStackEvent();
            seen.lockClass = lockClass;
            seen.kind = kind;
            seen.instance = instance;
            seen.role = role;
            seen.threadName = role.equals("holder") ? "worker-3" : "";
            seen.stack = stack;
            seen.count = role.equals("holder") ? 20 : 1000;
            seen.waitTime = role.equals("holder") ? 0 : 3_000_000_000L;
            seen.commit();
          }
        };
    return this;
  }

  /** This thread really runs, so that JFR samples it. */
  ScenarioRecorder spin() {
    spin = true;
    return this;
  }

  /** Collects garbage all the time. */
  ScenarioRecorder collect() {
    collect = true;
    return this;
  }

  Path record(Path file, double seconds) throws IOException {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.GarbageCollection");
      recording.enable("jdk.JVMInformation");
      if (spin) {
        recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(20));
      }
      recording.start();
      info();
      int ticks = (int) (seconds * 10);
      long start = System.nanoTime();
      for (int tick = 1; tick <= ticks; tick++) {
        passUntil(start + tick * TICK_NANOS);
        tick();
        if (tick % 10 == 0) {
          second();
        }
      }
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private void passUntil(long deadlineNanos) {
    if (spin) {
      endPhase(deadlineNanos);
    }
    while (System.nanoTime() < deadlineNanos) {
      if (collect) {
        System.gc();
      } else {
        LockSupport.parkNanos(deadlineNanos - System.nanoTime());
      }
    }
  }

  private static double endPhase(long deadlineNanos) {
    double sum = 0;
    while (System.nanoTime() < deadlineNanos) {
      for (int i = 1; i < 20_000; i++) {
        sum += Math.sqrt(i);
      }
    }
    return sum;
  }

  private void info() {
    CollectorInfoEvent info = new CollectorInfoEvent();
    info.version = "0.1.0";
    info.mode = "run";
    info.pid = ProcessHandle.current().pid();
    info.command = "com.acme.Main";
    info.jvm = "OpenJDK";
    info.availableCpus = cores;
    info.commit();
  }

  private void tick() throws IOException {
    CpuUseEvent cpu = new CpuUseEvent();
    cpu.processBusy = (float) busyShare;
    cpu.machineBusy = (float) busyShare;
    cpu.perCpu = String.format("%02x", Math.round(busyShare * 100)).repeat(cores);
    cpu.interval = TICK_NANOS;
    cpu.commit();
    for (int i = 0; i < threads; i++) {
      ThreadCpuEvent thread = new ThreadCpuEvent();
      thread.osThreadId = threads == 1 ? ownThreadId() : 1000 + i;
      thread.threadName = threads == 1 ? Thread.currentThread().getName() : "worker-" + i;
      thread.cpu = i % cores;
      thread.node = -1;
      thread.cpuTime = (long) (TICK_NANOS * busyShare * cores / threads);
      thread.interval = TICK_NANOS;
      thread.commit();
    }
  }

  private void second() {
    if (lockSecond != null) {
      lockSecond.run();
    }
    ProcessUseEvent process = new ProcessUseEvent();
    process.userTime = (long) (1e9 * busyShare * cores);
    process.systemTime = process.userTime / 20;
    process.voluntarySwitches = -1;
    process.involuntarySwitches = -1;
    process.threads = threads;
    process.interval = 1_000_000_000;
    process.commit();
  }

  private static long ownThreadId() throws IOException {
    return Long.parseLong(
        Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
  }
}
