package dev.uncork.cli.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Memory that a program may use: of the machine, or of the control group that limits it. */
public final class MachineMemory {
  private MachineMemory() {}

  /** In bytes; 0 where it can't be told. */
  public static long bytes() {
    long machine = 0;
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      machine =
          lines
              .filter(line -> line.startsWith("MemTotal:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
              .findFirst()
              .orElse(0);
    } catch (IOException e) {
      return 0;
    }
    long limit = machine;
    for (String file :
        new String[] {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
      try {
        String text = Files.readString(Path.of(file)).strip();
        if (text.matches("\\d{1,18}")) {
          limit = Math.min(limit, Long.parseLong(text));
        }
      } catch (IOException e) {
        // Only one of the two versions of control groups is there, or none.
        continue;
      }
    }
    return limit;
  }
}
