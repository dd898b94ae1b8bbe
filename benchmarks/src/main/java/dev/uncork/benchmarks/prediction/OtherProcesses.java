package dev.uncork.benchmarks.prediction;

import dev.uncork.benchmarks.results.ProcessTicks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much CPU time the machine has spent on others than this process, in clock ticks; see proc(5).
 */
record OtherProcesses(long busyTicks, long allTicks) {
  static OtherProcesses read() {
    try {
      String[] ticks =
          Files.readString(Path.of("/proc/stat")).lines().findFirst().orElseThrow().split(" +", -1);
      long all = 0;
      for (int i = 1; i <= 8; i++) { // user to steal; guest time is part of user
        all += Long.parseLong(ticks[i]);
      }
      long idle = Long.parseLong(ticks[4]) + Long.parseLong(ticks[5]);
      long mine = ProcessTicks.read(Path.of("/proc/self/stat")).ticks();
      return new OtherProcesses(all - idle - mine, all);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Their share of the machine since then. */
  double shareSince(OtherProcesses earlier) {
    long ticks = allTicks - earlier.allTicks;
    return ticks <= 0 ? 0 : Math.max(0, (busyTicks - earlier.busyTicks) / (double) ticks);
  }
}
