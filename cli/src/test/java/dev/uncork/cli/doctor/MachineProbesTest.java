package dev.uncork.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.report.words.ProbeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineProbesTest {
  @TempDir Path root;

  private MachineProbes probes(int usableCpus) {
    return new MachineProbes(new KernelFiles(root), usableCpus);
  }

  private void file(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"0;1", "0-3;4", "0-1,8-9,64;5", "unknown;0"})
  void countsCpusOfAList(String list, int count) {
    assertThat(MachineProbes.cpuCount(list)).isEqualTo(count);
  }

  @Test
  void tellsTheQuotaOfAControlGroup() throws IOException {
    file("sys/devices/system/cpu/online", "0-7");
    file("sys/fs/cgroup/cpu.max", "150000 100000");
    ProbeResult cpus = probes(2).cpus();
    assertThat(cpus.state()).isEqualTo(ProbeResult.State.LIMITED);
    assertThat(cpus.text()).contains("2 usable of 8").contains("1.5 CPUs");
  }

  @Test
  void tellsTheQuotaOfAnOldControlGroup() throws IOException {
    file("sys/devices/system/cpu/online", "0-7");
    file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000");
    file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");
    assertThat(probes(8).cpus().text()).contains("2.0 CPUs");
  }

  @Test
  void seesNoLimitWhereThereIsNone() throws IOException {
    file("sys/devices/system/cpu/online", "0-7");
    file("sys/fs/cgroup/cpu.max", "max 100000");
    assertThat(probes(8).cpus().state()).isEqualTo(ProbeResult.State.OK);
  }

  @Test
  void seesAffinity() throws IOException {
    file("sys/devices/system/cpu/online", "0-7");
    assertThat(probes(3).cpus().state()).isEqualTo(ProbeResult.State.LIMITED);
  }

  @Test
  void tellsAPmuFromItsAbsence() throws IOException {
    file("sys/bus/event_source/devices/software/type", "1");
    assertThat(probes(1).hardwareCounters().state()).isEqualTo(ProbeResult.State.LIMITED);
    file("sys/bus/event_source/devices/cpu/type", "4");
    file("proc/sys/kernel/perf_event_paranoid", "2");
    assertThat(probes(1).hardwareCounters().state()).isEqualTo(ProbeResult.State.OK);
    file("proc/sys/kernel/perf_event_paranoid", "4");
    assertThat(probes(1).hardwareCounters().remedy()).contains("sysctl");
  }

  @Test
  void namesASlowClock() throws IOException {
    file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
    assertThat(probes(1).clock().state()).isEqualTo(ProbeResult.State.LIMITED);
  }

  @Test
  void tellsHowHoldersAreKeptOnTheirProcessors() throws IOException {
    file("proc/sys/kernel/osrelease", "7.2.0-slice");
    assertThat(probes(1).preemption().text()).contains("time-slice extension, if it was built");
    file("boot/config-7.2.0-slice", "CONFIG_RSEQ=y\nCONFIG_RSEQ_SLICE_EXTENSION=y");
    assertThat(probes(1).preemption().text()).startsWith("the kernel's time-slice extension, else");
    file("boot/config-7.2.0-slice", "# CONFIG_RSEQ_SLICE_EXTENSION is not set");
    assertThat(probes(1).preemption().text()).startsWith("longer slices");
    file("proc/sys/kernel/osrelease", "6.12.3");
    assertThat(probes(1).preemption().text()).startsWith("longer slices");
    file("proc/sys/kernel/osrelease", "6.1.0-49-amd64");
    assertThat(probes(1).preemption().state()).isEqualTo(ProbeResult.State.LIMITED);
    assertThat(probes(1).preemption().remedy()).contains("TickLock");
  }
}
