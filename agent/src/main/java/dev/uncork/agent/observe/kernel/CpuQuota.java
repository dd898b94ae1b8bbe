package dev.uncork.agent.observe.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How often the CPU quota of this process's control group ran out, by {@code cpu.stat}.
 *
 * <p>The quota may be set on a group further up, whose file then has the counts; a container sees
 * its own group as the root.
 */
final class CpuQuota {
  /** One reading; all 0 where there is no quota. */
  record Reading(long throttledPeriods, long throttledNanos) {
    static final Reading NONE = new Reading(0, 0);
  }

  private final SmallFile reader = new SmallFile();
  private final @Nullable File statistics;

  CpuQuota(Path procRoot, Path sysRoot) {
    Path found;
    try {
      found = find(procRoot, sysRoot.resolve("fs/cgroup"));
    } catch (IOException | RuntimeException e) {
      found = null; // no control groups here
    }
    statistics = found == null ? null : found.toFile();
  }

  private @Nullable Path find(Path procRoot, Path mount) throws IOException {
    for (String line : Files.readAllLines(procRoot.resolve("self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length != 3) {
        continue;
      }
      boolean unified = parts[1].isEmpty();
      if (!unified && !("," + parts[1] + ",").contains(",cpu,")) {
        continue;
      }
      Path root = unified ? mount : mount.resolve(parts[1]);
      Path limited = limited(root, root.resolve(parts[2].substring(1)).normalize());
      if (limited != null) {
        return limited;
      }
    }
    return null;
  }

  /** The file of the nearest group upwards that has a quota. */
  private @Nullable Path limited(Path root, Path group) {
    for (Path at = group; at != null && at.startsWith(root); at = at.getParent()) {
      Path file = at.resolve("cpu.stat");
      if (hasQuota(at) && Files.isReadable(file)) {
        return file;
      }
    }
    return null;
  }

  private boolean hasQuota(Path group) {
    try {
      reader.read(group.resolve("cpu.cfs_quota_us").toFile());
      return reader.startsWithDigit(); // -1 is none
    } catch (IOException e) {
      // Not of version 1.
    }
    try {
      reader.read(group.resolve("cpu.max").toFile()); // "max 100000" is none
      return reader.startsWithDigit();
    } catch (IOException e) {
      return false;
    }
  }

  Reading read() throws IOException {
    if (statistics == null) {
      return Reading.NONE;
    }
    reader.read(statistics);
    long periods = reader.skipToLine("nr_throttled") ? reader.nextNumber() : 0;
    reader.read(statistics);
    if (reader.skipToLine("throttled_usec")) {
      return new Reading(periods, reader.nextNumber() * 1000);
    }
    reader.read(statistics);
    return new Reading(periods, reader.skipToLine("throttled_time") ? reader.nextNumber() : 0);
  }
}
