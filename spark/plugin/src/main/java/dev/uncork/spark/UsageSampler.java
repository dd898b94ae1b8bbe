package dev.uncork.spark;

import com.sun.management.OperatingSystemMXBean;
import dev.uncork.spark.base.ProcText;
import dev.uncork.spark.base.ProcessCpu;
import dev.uncork.spark.profile.TaskMarks;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many cores the executor used, and on which its tasks ran, sampled ten times for each message.
 *
 * <p>The longer the executor lives, the rarer it tells: what the event log holds of it grows with
 * the logarithm of its age.
 */
final class UsageSampler {
  private static final long FIRST_INTERVAL_NANOS = 10_000_000_000L;
  private static final int SAMPLES = 10;
  private static final int MESSAGES_PER_AGE = 60;
  private static final int PROCESSOR_FIELD = 36; // of what follows the name: field 39 of proc(5)

  private final String executor;
  private final TaskMarks marks;
  private final OperatingSystemMXBean system;
  private final long bornNanos = System.nanoTime();
  private final Map<Integer, StringBuilder> places = new TreeMap<>();
  private int samples;
  private long sampledNanos = bornNanos;
  private long toldNanos = bornNanos;
  private long toldCpuNanos;
  private long toldCollectorsMillis = ProcessCpu.collectorsMillis();
  private long toldChildrenMillis = ProcessCpu.childrenMillis();
  private long toldMachineMillis = ProcessCpu.machineMillis();

  UsageSampler(String executor, TaskMarks marks) {
    this.executor = executor;
    this.marks = marks;
    this.system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    this.toldCpuNanos = system.getProcessCpuTime();
  }

  private long intervalNanos(long now) {
    return Math.max(FIRST_INTERVAL_NANOS, (now - bornNanos) / MESSAGES_PER_AGE);
  }

  /** Looks where tasks run, if it is time for that. */
  void sample() {
    long now = System.nanoTime();
    if (now - sampledNanos < intervalNanos(now) / SAMPLES - FIRST_INTERVAL_NANOS / SAMPLES / 2) {
      return;
    }
    sampledNanos = now;
    for (int thread : marks.running()) {
      StringBuilder line = places.computeIfAbsent(thread, id -> new StringBuilder());
      fill(line);
      line.append(cpu(thread));
    }
    samples++;
    places.values().forEach(this::fill);
  }

  /** Pads a line to the samples taken before. */
  private void fill(StringBuilder line) {
    long commas = line.chars().filter(c -> c == ',').count();
    for (; commas < samples; commas++) {
      line.append(',');
    }
  }

  private static String cpu(int thread) {
    try {
      Path stat = Path.of("/proc/self/task/" + thread + "/stat");
      return ProcText.statFields(stat, PROCESSOR_FIELD + 1)[PROCESSOR_FIELD];
    } catch (IOException | RuntimeException e) {
      return ""; // it has ended
    }
  }

  /** Whether the driver should be told. */
  boolean due() {
    long now = System.nanoTime();
    return now - toldNanos >= intervalNanos(now);
  }

  /** What happened since the last message. */
  HashMap<String, Serializable> message() {
    long now = System.nanoTime();
    long cpu = system.getProcessCpuTime();
    HashMap<String, Serializable> message = Message.of(Message.USAGE, executor);
    message.put(Message.TIME, System.currentTimeMillis());
    message.put(Message.INTERVAL, (now - toldNanos) / 1_000_000);
    message.put(Message.CPU, (cpu - toldCpuNanos) / 1_000_000);
    long collectors = ProcessCpu.collectorsMillis();
    long children = ProcessCpu.childrenMillis();
    long machine = ProcessCpu.machineMillis();
    message.put(Message.COLLECTORS, Math.max(0, collectors - toldCollectorsMillis));
    message.put(Message.CHILDREN, Math.max(0, children - toldChildrenMillis));
    message.put(Message.MACHINE, Math.max(0, machine - toldMachineMillis));
    message.put(
        Message.THREADS,
        places.entrySet().stream()
            .map(line -> line.getKey() + ":" + line.getValue())
            .toArray(String[]::new));
    places.clear();
    samples = 0;
    toldNanos = now;
    toldCpuNanos = cpu;
    toldCollectorsMillis = collectors;
    toldChildrenMillis = children;
    toldMachineMillis = machine;
    return message;
  }
}
