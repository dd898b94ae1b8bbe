package dev.uncork.benchmarks.firstrun;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypeStructureBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValueBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/**
 * A flight recording of an hour with 500 threads on 32 CPUs in two NUMA nodes and 2,000 contended
 * locks, written by JDK Mission Control's writer, since the JVM's own can't write the past.
 *
 * <p>It has the events that the agent writes, as often as the agent writes them; the figures in
 * them come from a generator with a fixed seed.
 */
final class LongRecording {
  static final int SECONDS = 3600;
  static final int THREADS = 500;

  private static final int CPUS = 32;
  private static final int RUNNING = 24;
  private static final int LOCKS = 2000;
  private static final int LOCKS_A_SECOND = 60;
  private static final long TICK_NANOS = 100_000_000;

  private static final Set<String> DURATIONS =
      Set.of(
          "interval",
          "cpuTime",
          "waitTime",
          "maxWaitTime",
          "waitedTime",
          "userTime",
          "systemTime",
          "sumOfPauses",
          "longestPause",
          "medianHold",
          "meanHold",
          "tailHold");

  private final Recording recording;
  private final Random random = new Random(42);
  private final Map<String, Type> types = new HashMap<>();

  private LongRecording(Recording recording) {
    this.recording = recording;
  }

  static void write(Path file) throws IOException {
    long start = 1_760_000_000_000_000_000L;
    try (Recording recording =
        Recordings.newRecording(
            file,
            settings ->
                settings
                    .withTimestamp(start)
                    .withStartTicks(1)
                    .withDuration(SECONDS * 1_000_000_000L)
                    .withJdkTypeInitialization())) {
      new LongRecording(recording).write();
    }
  }

  private void write() {
    event(
        "uncork.CollectorInfo",
        1,
        "version",
        "0.1.0",
        "mode",
        "run",
        "pid",
        4711L,
        "command",
        "com.acme.Main --workers 500",
        "jvm",
        "OpenJDK 17",
        "onlineCpus",
        "0-31",
        "availableCpus",
        CPUS);
    for (int second = 0; second < SECONDS; second++) {
      for (int tick = 1; tick <= 10; tick++) {
        tick(second * 10 + tick);
      }
      second(second);
    }
    for (int lock = 0; lock < LOCKS; lock++) {
      stacks(lock);
    }
    event(
        "uncork.LockDemand",
        30_000_000_000L,
        "lockClass",
        name(0),
        "kind",
        "monitor",
        "method",
        "com.acme.orders.Book0.put",
        "acquisitions",
        600_000L,
        "samples",
        9_000L,
        "medianHold",
        2_000L,
        "meanHold",
        2_100L,
        "tailHold",
        9_000L,
        "interval",
        5_000_000_000L);
  }

  private void tick(int tick) {
    long at = tick * TICK_NANOS;
    double busy = 0.45 + 0.4 * (tick % 14) / 13.0;
    StringBuilder perCpu = new StringBuilder();
    for (int cpu = 0; cpu < CPUS; cpu++) {
      int percent = (int) Math.min(100, Math.max(0, 100 * busy + 15 * random.nextGaussian()));
      perCpu.append(String.format("%02x", percent));
    }
    event(
        "uncork.CpuUse",
        at,
        "machineBusy",
        (float) Math.min(1, busy + 0.05),
        "processBusy",
        (float) busy,
        "perCpu",
        perCpu.toString(),
        "interval",
        TICK_NANOS);
    int first = random.nextInt(THREADS);
    for (int i = 0; i < RUNNING; i++) {
      int thread = (first + i * 20) % THREADS;
      int cpu = random.nextInt(10) == 0 ? random.nextInt(CPUS) : thread % CPUS;
      event(
          "uncork.ThreadCpu",
          at,
          "osThreadId",
          5000L + thread,
          "threadName",
          "worker-" + thread,
          "cpu",
          cpu,
          "node",
          cpu / (CPUS / 2),
          "cpuTime",
          (long) (TICK_NANOS * busy),
          "interval",
          TICK_NANOS);
    }
  }

  private void second(int second) {
    long at = (second + 1) * 1_000_000_000L;
    for (int i = 0; i < LOCKS_A_SECOND; i++) {
      // The first locks are hot in every second, the others now and then.
      int lock = i < 12 ? i : 12 + random.nextInt(LOCKS - 12);
      long wait = (long) (4e9 / (1 + i) * (0.5 + random.nextDouble()));
      event(
          "uncork.ContendedLock",
          at,
          "lockClass",
          name(lock),
          "instance",
          1000 + lock,
          "kind",
          "monitor",
          "blocked",
          wait / 40_000,
          "waitTime",
          wait,
          "maxWaitTime",
          wait / 100,
          "waits",
          0L,
          "waitedTime",
          0L);
    }
    event(
        "uncork.ProcessUse",
        at,
        "userTime",
        20_000_000_000L,
        "systemTime",
        1_000_000_000L,
        "minorFaults",
        100L,
        "majorFaults",
        0L,
        "voluntarySwitches",
        -1L,
        "involuntarySwitches",
        -1L,
        "bytesRead",
        0L,
        "bytesWritten",
        1_000_000L,
        "residentSize",
        1L << 32,
        "threads",
        THREADS + 20,
        "interval",
        1_000_000_000L);
    event(
        "uncork.Progress",
        at,
        "operations",
        (second + 1) * 60_000L,
        "rate",
        60_000.0 + 500 * random.nextGaussian(),
        "source",
        "output");
    if (second % 4 == 0) {
      event(
          "jdk.GarbageCollection",
          at,
          "name",
          "G1New",
          "cause",
          "G1 Evacuation Pause",
          "sumOfPauses",
          8_000_000L + random.nextInt(9_000_000),
          "longestPause",
          8_000_000L);
    }
  }

  private void stacks(int lock) {
    long at = SECONDS * 1_000_000_000L - 1;
    for (int i = 0; i < 4; i++) {
      StringBuilder stack = new StringBuilder();
      for (int depth = 0; depth < 24; depth++) {
        int variant = depth < 4 ? i : 0;
        stack
            .append("com.acme.orders.Book" + lock % 97 + ".step" + variant + "_" + depth)
            .append("(Book" + lock % 97 + ".java:" + (10 + depth) + ")\n");
      }
      boolean waiter = i < 3;
      event(
          "uncork.LockStack",
          at,
          "lockClass",
          name(lock),
          "instance",
          1000 + lock,
          "kind",
          "monitor",
          "role",
          waiter ? "waiter" : "holder",
          "threadName",
          waiter ? "" : "worker-" + lock % THREADS,
          "stack",
          stack.toString(),
          "count",
          100L + i,
          "waitTime",
          waiter ? 4_000_000_000L / (1 + i) : 0L,
          "verified",
          true);
    }
  }

  private static String name(int lock) {
    return "com.acme.orders.Book" + lock + "$PriceLevels";
  }

  /** Writes an event; its type is made of the values of the first one. */
  private void event(String name, long atNanos, Object... fields) {
    Type type = types.get(name);
    if (type == null) {
      type =
          recording.registerType(
              name,
              "jdk.jfr.Event",
              builder -> {
                // The JDK's parser wants it first; the writer's own event types have it last.
                builder.addField(
                    "startTime",
                    Types.Builtin.LONG,
                    field -> field.addAnnotation(Types.JDK.ANNOTATION_TIMESTAMP, "TICKS"));
                for (int i = 0; i < fields.length; i += 2) {
                  addField(builder, (String) fields[i], fields[i + 1]);
                }
              });
      types.put(name, type);
    }
    recording.writeEvent(
        type.asValue(
            value -> {
              value.putField("startTime", atNanos);
              for (int i = 0; i < fields.length; i += 2) {
                put(value, (String) fields[i], fields[i + 1]);
              }
            }));
  }

  private static void addField(TypeStructureBuilder builder, String name, Object value) {
    if (DURATIONS.contains(name)) {
      builder.addField(
          name,
          Types.Builtin.LONG,
          field -> field.addAnnotation(Types.JDK.ANNOTATION_TIMESPAN, "NANOSECONDS"));
    } else {
      builder.addField(name, kind(value));
    }
  }

  private static Types.Builtin kind(Object value) {
    if (value instanceof String) {
      return Types.Builtin.STRING;
    }
    if (value instanceof Integer) {
      return Types.Builtin.INT;
    }
    if (value instanceof Float) {
      return Types.Builtin.FLOAT;
    }
    if (value instanceof Boolean) {
      return Types.Builtin.BOOLEAN;
    }
    return value instanceof Double ? Types.Builtin.DOUBLE : Types.Builtin.LONG;
  }

  private static void put(TypedValueBuilder to, String field, Object value) {
    if (value instanceof String text) {
      to.putField(field, text);
    } else if (value instanceof Integer number) {
      to.putField(field, (int) number);
    } else if (value instanceof Float number) {
      to.putField(field, (float) number);
    } else if (value instanceof Boolean flag) {
      to.putField(field, (boolean) flag);
    } else if (value instanceof Double number) {
      to.putField(field, (double) number);
    } else {
      to.putField(field, (long) (Long) value);
    }
  }
}
