package dev.uncork.spark.base;

import com.sun.management.OperatingSystemMXBean;
import dev.uncork.protocol.thread.ServiceThreadName;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of this process, by {@code /proc} of those that it has started, however deep, and of the
 * machine. A Python worker is a child of a daemon that is a child of the executor.
 */
public final class ProcessCpu {
  private static final long MILLIS_PER_TICK = 10; // USER_HZ is 100 on each of Linux' machines
  private static final int USER_FIELD = 11; // of what follows the name: field 14 of proc(5)
  private static final int REAPED_FIELD = 13;
  private static final int FIELDS = 2; // user and system time
  private static final int BUSY_USER = 1; // fields of the first line of /proc/stat
  private static final int BUSY_SYSTEM = 3;
  private static final int BUSY_IRQ = 6;
  private static final int BUSY_SOFT_IRQ = 7;

  private ProcessCpu() {}

  /** Of this one. */
  public static long millis() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1_000_000;
  }

  /** How long its threads stood still for its collectors. */
  public static long collectingMillis() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      // Those of ZGC and Shenandoah count from the begin of a cycle, beside which threads run.
      boolean beside = collector.getName().endsWith("Cycles");
      millis += beside ? 0 : Math.max(0, collector.getCollectionTime());
    }
    return millis;
  }

  /** Of all children until now, those that have ended too; what can't be read counts as nothing. */
  public static long childrenMillis() {
    long ticks = ticks("self", REAPED_FIELD);
    for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
      String id = Long.toString(child.pid());
      ticks += ticks(id, USER_FIELD) + ticks(id, REAPED_FIELD);
    }
    return ticks * MILLIS_PER_TICK;
  }

  /** Of its threads that collect garbage; of what can't be read, nothing. */
  public static long collectorsMillis() {
    long ticks = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        if (ServiceThreadName.GC.matches(name(thread))) {
          ticks += ticks("self/task/" + thread.getFileName(), USER_FIELD);
        }
      }
    } catch (IOException e) {
      return 0;
    }
    return ticks * MILLIS_PER_TICK;
  }

  private static String name(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip();
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static long ticks(String process, int field) {
    try {
      String[] fields = ProcText.statFields(Path.of("/proc/" + process + "/stat"), field + FIELDS);
      long ticks = 0;
      for (int i = field; i < field + FIELDS; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks;
    } catch (IOException | RuntimeException e) {
      return 0; // it has ended
    }
  }

  /** Of all processes since the machine started; 0 where that is hidden. */
  public static long machineMillis() {
    try {
      String all = Files.readString(Path.of("/proc/stat"));
      String[] fields = all.substring(0, all.indexOf('\n')).split(" +");
      long ticks = Long.parseLong(fields[BUSY_IRQ]) + Long.parseLong(fields[BUSY_SOFT_IRQ]);
      for (int i = BUSY_USER; i <= BUSY_SYSTEM; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks * MILLIS_PER_TICK;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
