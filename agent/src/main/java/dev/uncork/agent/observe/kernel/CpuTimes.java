package dev.uncork.agent.observe.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Busy shares of the machine's CPUs between two readings of {@code /proc/stat}. */
final class CpuTimes {
  private static final int FIELDS = 8; // user nice system idle iowait irq softirq steal
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;

  private final File file;
  private final SmallFile reader = new SmallFile();
  private long[] busyTicks = new long[0];
  private long[] totalTicks = new long[0];

  CpuTimes(Path procRoot) {
    this.file = procRoot.resolve("stat").toFile();
  }

  /**
   * Busy percent of each online CPU, in the order of the file, since the last reading; null at the
   * first reading and when CPUs came or went.
   */
  int @Nullable [] read() throws IOException {
    reader.read(file);
    long[] busy = new long[Math.max(8, busyTicks.length)];
    long[] total = new long[busy.length];
    int cpus = 0;
    // The line of the sum is "cpu  ...", those of CPUs "cpu0 ...": cpu0 may be offline.
    reader.skipToLine("cpu ");
    while (reader.skipToNextLine("cpu")) {
      if (cpus == busy.length) {
        busy = Arrays.copyOf(busy, 2 * cpus);
        total = Arrays.copyOf(total, 2 * cpus);
      }
      reader.nextNumber(); // number of the CPU
      for (int field = 0; field < FIELDS; field++) {
        long ticks = Math.max(0, reader.nextNumber());
        total[cpus] += ticks;
        busy[cpus] += field == IDLE || field == IO_WAIT ? 0 : ticks;
      }
      cpus++;
    }
    if (cpus == 0) {
      throw new IOException(file + " has no line of a CPU");
    }
    busy = Arrays.copyOf(busy, cpus);
    total = Arrays.copyOf(total, cpus);
    int[] shares = busyTicks.length == cpus ? shares(busy, total) : null;
    busyTicks = busy;
    totalTicks = total;
    return shares;
  }

  private int[] shares(long[] busy, long[] total) {
    int[] shares = new int[busy.length];
    for (int cpu = 0; cpu < shares.length; cpu++) {
      // A CPU that idles without ticks may account late: no time passed, or even less than none.
      long elapsed = total[cpu] - totalTicks[cpu];
      long used = busy[cpu] - busyTicks[cpu];
      shares[cpu] = elapsed <= 0 ? 0 : (int) Math.max(0, Math.min(100, 100 * used / elapsed));
    }
    return shares;
  }

  /** Two hexadecimal digits per CPU, as the event carries them. */
  static String encode(int[] shares) {
    char[] text = new char[2 * shares.length];
    for (int i = 0; i < shares.length; i++) {
      text[2 * i] = Character.forDigit(shares[i] >> 4, 16);
      text[2 * i + 1] = Character.forDigit(shares[i] & 15, 16);
    }
    return new String(text);
  }
}
