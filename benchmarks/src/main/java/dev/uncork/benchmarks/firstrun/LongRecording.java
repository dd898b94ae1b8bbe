package dev.uncork.benchmarks.firstrun;

import dev.uncork.protocol.AgentMode;
import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.progress.ProgressOrigin;
import dev.uncork.protocol.thread.StackRole;
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

  /** Threads that the agent's share of the CPU time suffices to look at, ten times a second. */
  private static final int LOOKED_AT = 24;

  private static final int STACKS = 200;
  private static final int TICKS_UNTIL_STACKS_ARE_TOLD = 100;
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
        EventName.COLLECTOR_INFO,
        1,
        EventField.VERSION,
        "0.1.0",
        EventField.MODE,
        AgentMode.RUN.label(),
        EventField.PID,
        4711L,
        EventField.COMMAND,
        "com.acme.Main --workers 500",
        EventField.JVM,
        "OpenJDK 17",
        EventField.ONLINE_CPUS,
        "0-31",
        EventField.AVAILABLE_CPUS,
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
        EventName.LOCK_DEMAND,
        30_000_000_000L,
        EventField.LOCK_CLASS,
        name(0),
        EventField.KIND,
        LockKind.MONITOR.label(),
        EventField.METHOD,
        "com.acme.orders.Book0.put",
        EventField.ACQUISITIONS,
        600_000L,
        EventField.SAMPLES,
        9_000L,
        EventField.MEDIAN_HOLD,
        2_000L,
        EventField.MEAN_HOLD,
        2_100L,
        EventField.TAIL_HOLD,
        9_000L,
        EventField.INTERVAL,
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
        EventName.CPU_USE,
        at,
        EventField.MACHINE_BUSY,
        (float) Math.min(1, busy + 0.05),
        EventField.PROCESS_BUSY,
        (float) busy,
        EventField.PER_CPU,
        perCpu.toString(),
        EventField.INTERVAL,
        TICK_NANOS);
    int first = random.nextInt(THREADS);
    for (int i = 0; i < RUNNING; i++) {
      int thread = (first + i * 20) % THREADS;
      int cpu = random.nextInt(10) == 0 ? random.nextInt(CPUS) : thread % CPUS;
      event(
          EventName.THREAD_CPU,
          at,
          EventField.OS_THREAD_ID,
          5000L + thread,
          EventField.THREAD_NAME,
          "worker-" + thread,
          EventField.CPU,
          cpu,
          EventField.NODE,
          cpu / (CPUS / 2),
          EventField.CPU_TIME,
          (long) (TICK_NANOS * busy),
          EventField.INTERVAL,
          TICK_NANOS);
    }
    look(tick, at, busy);
  }

  private void look(int tick, long at, double busy) {
    int first = random.nextInt(THREADS);
    for (int i = 0; i < LOOKED_AT; i++) {
      int thread = (first + i * 20) % THREADS;
      int stack = 1 + (thread + tick / 7) % STACKS;
      boolean running = random.nextDouble() < busy;
      boolean told = (tick - stack) % TICKS_UNTIL_STACKS_ARE_TOLD < 10;
      event(
          EventName.THREAD_SAMPLE,
          at,
          EventField.SNAPSHOT,
          (long) tick,
          EventField.THREAD_ID,
          30L + thread,
          EventField.THREAD_NAME,
          "worker-" + thread,
          EventField.THREAD_STATE,
          (running ? Thread.State.RUNNABLE : Thread.State.BLOCKED).name(),
          EventField.CPU_TIME,
          running ? TICK_NANOS : 0L,
          EventField.INTERVAL,
          TICK_NANOS,
          EventField.WEIGHT,
          (float) THREADS / LOOKED_AT,
          EventField.STACK_ID,
          stack,
          EventField.STACK,
          told ? frames(stack, 0) : "",
          EventField.BLOCKER_CLASS,
          running ? "" : name(stack % 12),
          EventField.INSTANCE,
          running ? 0 : 1000 + stack % 12,
          EventField.OWNER,
          running ? -1L : 30L + random.nextInt(THREADS),
          EventField.PEER,
          "",
          EventField.POOL,
          0);
    }
  }

  private static String frames(int code, int variant) {
    StringBuilder stack = new StringBuilder();
    for (int depth = 0; depth < 24; depth++) {
      stack
          .append("com.acme.orders.Book" + code % 97 + ".step" + (depth < 4 ? variant : 0))
          .append("_" + depth + "(Book" + code % 97 + ".java:" + (10 + depth) + ")\n");
    }
    return stack.toString();
  }

  private void second(int second) {
    long at = (second + 1) * 1_000_000_000L;
    for (int i = 0; i < LOCKS_A_SECOND; i++) {
      // The first locks are hot in every second, the others now and then.
      int lock = i < 12 ? i : 12 + random.nextInt(LOCKS - 12);
      long wait = (long) (4e9 / (1 + i) * (0.5 + random.nextDouble()));
      event(
          EventName.CONTENDED_LOCK,
          at,
          EventField.LOCK_CLASS,
          name(lock),
          EventField.INSTANCE,
          1000 + lock,
          EventField.KIND,
          LockKind.MONITOR.label(),
          EventField.BLOCKED,
          wait / 40_000,
          EventField.WAIT_TIME,
          wait,
          EventField.MAX_WAIT_TIME,
          wait / 100,
          EventField.WAITS,
          0L,
          EventField.WAITED_TIME,
          0L);
    }
    event(
        EventName.PROCESS_USE,
        at,
        EventField.USER_TIME,
        20_000_000_000L,
        EventField.SYSTEM_TIME,
        1_000_000_000L,
        EventField.MINOR_FAULTS,
        100L,
        EventField.MAJOR_FAULTS,
        0L,
        EventField.VOLUNTARY_SWITCHES,
        -1L,
        EventField.INVOLUNTARY_SWITCHES,
        -1L,
        EventField.BYTES_READ,
        0L,
        EventField.BYTES_WRITTEN,
        1_000_000L,
        EventField.RESIDENT_SIZE,
        1L << 32,
        EventField.THREADS,
        THREADS + 20,
        EventField.INTERVAL,
        1_000_000_000L);
    event(
        EventName.PROGRESS,
        at,
        EventField.OPERATIONS,
        (second + 1) * 60_000L,
        EventField.RATE,
        60_000.0 + 500 * random.nextGaussian(),
        EventField.SOURCE,
        ProgressOrigin.OUTPUT.label());
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
      boolean waiter = i < 3;
      event(
          EventName.LOCK_STACK,
          at,
          EventField.LOCK_CLASS,
          name(lock),
          EventField.INSTANCE,
          1000 + lock,
          EventField.KIND,
          LockKind.MONITOR.label(),
          EventField.ROLE,
          (waiter ? StackRole.WAITER : StackRole.HOLDER).label(),
          EventField.THREAD_NAME,
          waiter ? "" : "worker-" + lock % THREADS,
          EventField.STACK,
          frames(lock, i),
          EventField.COUNT,
          100L + i,
          EventField.WAIT_TIME,
          waiter ? 4_000_000_000L / (1 + i) : 0L,
          EventField.VERIFIED,
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
