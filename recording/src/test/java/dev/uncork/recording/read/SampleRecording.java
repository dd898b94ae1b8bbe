package dev.uncork.recording.read;

import dev.uncork.recording.event.CapabilityEvent;
import dev.uncork.recording.event.CollectorCostEvent;
import dev.uncork.recording.event.CollectorInfoEvent;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.CpuUseEvent;
import dev.uncork.recording.event.LockStackEvent;
import dev.uncork.recording.event.ProcessUseEvent;
import dev.uncork.recording.event.ProgressEvent;
import dev.uncork.recording.event.ThreadCpuEvent;
import java.io.IOException;
import java.nio.file.Path;

/** A real recording of this JVM with one of each of Uncork's events, and some of the JDK's. */
final class SampleRecording {
  static final String STACK =
      "com.acme.Counter.increment(Counter.java:12)\ncom.acme.Worker.run(Worker.java:30)";

  private SampleRecording() {}

  static Path write(Path file) throws IOException {
    return write(file, 1);
  }

  static Path write(Path file, int rounds) throws IOException {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.GarbageCollection");
      recording.enable("jdk.JVMInformation");
      recording.enable("jdk.CPUInformation");
      recording.start();
      for (int i = 0; i < rounds; i++) {
        commitAll();
      }
      System.gc();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void commitAll() {
    CollectorInfoEvent info = new CollectorInfoEvent();
    info.version = "0.1.0";
    info.mode = "run";
    info.pid = 4711;
    info.command = "com.acme.Main 8";
    info.commandLine = "java\n-cp\na b\ncom.acme.Main\n8\n\n";
    info.jvm = "OpenJDK 17";
    info.onlineCpus = "0-1";
    info.availableCpus = 2;
    info.commit();
    CapabilityEvent capability = new CapabilityEvent();
    capability.name = "holders";
    capability.available = false;
    capability.detail = "no can_get_monitor_info: holders are unknown; use HotSpot";
    capability.commit();
    CpuUseEvent cpu = new CpuUseEvent();
    cpu.machineBusy = 0.75f;
    cpu.processBusy = 0.5f;
    cpu.perCpu = "6432";
    cpu.interval = 100_000_000;
    cpu.commit();
    ThreadCpuEvent thread = new ThreadCpuEvent();
    thread.osThreadId = 4712;
    thread.threadName = "worker-1";
    thread.cpu = 1;
    thread.node = 0;
    thread.cpuTime = 90_000_000;
    thread.runQueueTime = 40_000_000;
    thread.turnTime = 30_000;
    thread.interval = 100_000_000;
    thread.commit();
    commitLock();
    ProcessUseEvent process = new ProcessUseEvent();
    process.userTime = 700_000_000;
    process.systemTime = 300_000_000;
    process.voluntarySwitches = 17;
    process.involuntarySwitches = -1;
    process.bytesWritten = 123_456;
    process.residentSize = 1 << 20;
    process.threads = 12;
    process.interval = 1_000_000_000;
    process.commit();
    ProgressEvent progress = new ProgressEvent();
    progress.operations = 1000;
    progress.rate = 250.5;
    progress.source = "output";
    progress.commit();
    CollectorCostEvent cost = new CollectorCostEvent();
    cost.cpuTime = 1_000_000;
    cost.nativeMemory = 65_536;
    cost.commit();
  }

  private static void commitLock() {
    ContendedLockEvent lock = new ContendedLockEvent();
    lock.lockClass = "com.acme.Counter";
    lock.instance = 77;
    lock.kind = "monitor";
    lock.blocked = 42;
    lock.waitTime = 5_000_000;
    lock.maxWaitTime = 1_000_000;
    lock.waits = 3;
    lock.waitedTime = 9_000_000;
    lock.commit();
    LockStackEvent waiter = new LockStackEvent();
    waiter.lockClass = "com.acme.Counter";
    waiter.instance = 77;
    waiter.kind = "monitor";
    waiter.role = "waiter";
    waiter.threadName = "";
    waiter.stack = STACK;
    waiter.count = 42;
    waiter.waitTime = 5_000_000;
    waiter.commit();
    LockStackEvent holder = new LockStackEvent();
    holder.lockClass = "com.acme.Counter";
    holder.instance = 77;
    holder.kind = "monitor";
    holder.role = "holder";
    holder.threadName = "worker-3";
    holder.stack = STACK;
    holder.count = 5;
    holder.commit();
  }
}
