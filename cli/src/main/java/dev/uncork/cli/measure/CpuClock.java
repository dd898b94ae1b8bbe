package dev.uncork.cli.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How much CPU the machine and this process with its ended children have used, in clock ticks since
 * boot. The difference of two readings around a run is what others took meanwhile.
 */
public record CpuClock(long machineBusyTicks, long machineTicks, long ownTicks) {
  /** Empty where the kernel shows no such numbers. */
  public static Optional<CpuClock> read() {
    try {
      String all = Files.readString(Path.of("/proc/stat")).lines().findFirst().orElse("");
      String own = Files.readString(Path.of("/proc/self/stat"));
      return Optional.of(parse(all, own));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Of the first line of {@code /proc/stat} and of {@code /proc/self/stat}; see proc(5). */
  static CpuClock parse(String all, String own) {
    String[] ticks = all.strip().split("\\s+");
    long total = 0;
    for (int i = 1; i <= 8; i++) { // user to steal; guest time is part of user
      total += Long.parseLong(ticks[i]);
    }
    long idle = Long.parseLong(ticks[4]) + Long.parseLong(ticks[5]);
    // The name may hold blanks and parentheses; the fields start behind the last one.
    String[] fields = own.substring(own.lastIndexOf(')') + 2).split(" ");
    long mine = 0;
    for (int i = 11; i <= 14; i++) { // utime, stime, cutime, cstime
      mine += Long.parseLong(fields[i]);
    }
    return new CpuClock(total - idle, total, mine);
  }

  /** Share of the machine that others used between an earlier reading and this one. */
  public double othersShareSince(CpuClock earlier) {
    long ticks = machineTicks - earlier.machineTicks;
    long others = machineBusyTicks - earlier.machineBusyTicks - (ownTicks - earlier.ownTicks);
    return ticks <= 0 ? 0 : Math.max(0, others / (double) ticks);
  }
}
