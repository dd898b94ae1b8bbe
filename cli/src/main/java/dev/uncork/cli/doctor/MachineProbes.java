package dev.uncork.cli.doctor;

import dev.uncork.report.words.ProbeResult;
import java.util.List;
import java.util.Optional;

/** What the hardware and the kernel offer, read from the kernel's files. */
final class MachineProbes {
  private static final String CPU = "sys/devices/system/cpu/";
  private static final String CGROUP = "sys/fs/cgroup/";
  private static final String SLICE_EXTENSION = "CONFIG_RSEQ_SLICE_EXTENSION=y";

  private final KernelFiles files;
  private final int usableCpus;

  MachineProbes(KernelFiles files, int usableCpus) {
    this.files = files;
    this.usableCpus = usableCpus;
  }

  ProbeResult kernel() {
    return ProbeResult.ok("kernel", files.line("proc/sys/kernel/osrelease").orElse("unknown"));
  }

  ProbeResult cpus() {
    String online = files.line(CPU + "online").orElse("unknown");
    int count = cpuCount(online);
    String seen = usableCpus + " usable of " + count + " online (" + online + ")";
    Optional<Double> quota = quotaCpus();
    if (quota.isPresent() && quota.get() < count) {
      return ProbeResult.limited(
          "CPUs",
          seen + String.format("; the control group allows %.1f CPUs of time", quota.get()),
          "raise the container's CPU limit, or read the report against that limit");
    }
    if (usableCpus < count) {
      return ProbeResult.limited(
          "CPUs", seen, "taskset or a cpuset limits processes here; start outside it");
    }
    return ProbeResult.ok("CPUs", seen + ", no quota");
  }

  /** CPUs' worth of time that the control group grants; empty when it does not limit. */
  private Optional<Double> quotaCpus() {
    Optional<String> unified = files.line(CGROUP + "cpu.max");
    if (unified.isPresent()) {
      String[] quotaAndPeriod = unified.get().split(" ");
      return quotaAndPeriod.length < 2 || quotaAndPeriod[0].equals("max")
          ? Optional.empty()
          : Optional.of(
              Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]));
    }
    Optional<Long> quota = files.number(CGROUP + "cpu/cpu.cfs_quota_us").filter(us -> us > 0);
    Optional<Long> period = files.number(CGROUP + "cpu/cpu.cfs_period_us").filter(us -> us > 0);
    return quota.isPresent() && period.isPresent()
        ? Optional.of((double) quota.get() / period.get())
        : Optional.empty();
  }

  /** Number of CPUs in a list such as {@code 0-3,8}. */
  static int cpuCount(String list) {
    int count = 0;
    for (String range : list.split(",", -1)) {
      String[] ends = range.strip().split("-", -1);
      try {
        int first = Integer.parseInt(ends[0]);
        count += Integer.parseInt(ends[ends.length - 1]) - first + 1;
      } catch (NumberFormatException e) {
        return count;
      }
    }
    return count;
  }

  ProbeResult numa() {
    String nodes = files.line("sys/devices/system/node/online").orElse("0");
    int count = cpuCount(nodes);
    return ProbeResult.ok("NUMA", count == 1 ? "one node" : count + " nodes (" + nodes + ")");
  }

  ProbeResult hardwareCounters() {
    List<String> sources = files.names("sys/bus/event_source/devices");
    boolean pmu =
        sources.stream()
            .anyMatch(
                name -> name.equals("cpu") || name.startsWith("cpu_") || name.startsWith("armv"));
    if (!pmu) {
      return ProbeResult.limited(
          "hardware counters",
          "none: the kernel drives no PMU here",
          "on a virtual machine, ask for a virtual PMU; Uncork works without");
    }
    long paranoid = files.number("proc/sys/kernel/perf_event_paranoid").orElse(2L);
    if (paranoid > 2) {
      return ProbeResult.limited(
          "hardware counters",
          "there, but perf_event_paranoid is " + paranoid,
          "sysctl kernel.perf_event_paranoid=1");
    }
    return ProbeResult.ok("hardware counters", "there; perf_event_paranoid is " + paranoid);
  }

  ProbeResult attachRights(boolean root) {
    if (root) {
      return ProbeResult.ok("attach", "as root: JVMs of every user and in containers of this host");
    }
    return ProbeResult.limited(
        "attach",
        "JVMs of this user only",
        "use sudo for JVMs of other users and for JVMs in containers");
  }

  ProbeResult clock() {
    String source =
        files
            .line("sys/devices/system/clocksource/clocksource0/current_clocksource")
            .orElse("unknown");
    boolean slow =
        source.equals("hpet")
            || source.equals("acpi_pm")
            || source.equals("jiffies")
            || source.equals("pit");
    return slow
        ? ProbeResult.limited(
            "clock",
            source + ", which costs a system call each time it is read",
            "boot with clocksource=tsc if the CPU's counter is reliable")
        : ProbeResult.ok("clock", source);
  }

  /** What keeps the holder of a hot lock on its processor here. */
  ProbeResult preemption() {
    String release = files.line("proc/sys/kernel/osrelease").orElse("0");
    Optional<Boolean> configured = files.contains("boot/config-" + release, SLICE_EXTENSION);
    String remedy = "uncork run --remedy nopreempt";
    if (atLeast(release, 7, 0) && configured.orElse(true)) {
      return ProbeResult.ok(
          "non-preemption",
          "the kernel's time-slice extension"
              + (configured.isPresent() ? "" : ", if it was built with " + SLICE_EXTENSION)
              + ", else longer slices (sched_setattr): "
              + remedy);
    }
    if (atLeast(release, 6, 12)) {
      return ProbeResult.ok(
          "non-preemption",
          "longer slices (sched_setattr); no time-slice extension, which needs Linux 7.0 with "
              + SLICE_EXTENSION
              + ": "
              + remedy);
    }
    return ProbeResult.limited(
        "non-preemption",
        "Linux " + release + " has neither the time-slice extension (7.0) nor longer slices (6.12)",
        "in the program itself, dev.uncork.concurrent.TickLock bounds the waits");
  }

  private static boolean atLeast(String release, int major, int minor) {
    String[] parts = release.split("[^0-9]+", 3);
    try {
      int seenMajor = Integer.parseInt(parts[0]);
      int seenMinor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      return seenMajor > major || seenMajor == major && seenMinor >= minor;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Where JIT-compiled code gets its names for other profilers. */
  ProbeResult perfMap(boolean perfInstalled) {
    String text = "jcmd PID Compiler.perfmap writes /tmp/perf-PID.map on JDK 17 and newer";
    return perfInstalled
        ? ProbeResult.ok("perf", "installed; " + text)
        : ProbeResult.limited(
            "perf", "not installed; Uncork does not need it", "apt-get install linux-perf");
  }
}
