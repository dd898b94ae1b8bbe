package dev.uncork.agent.observe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parsers on files as kernels write them, and as they should not. */
final class KernelFilesTest {
  private static final String STAT =
      " S 1 2 3 0 -1 4194304 111 0 22 0 345 67 0 0 20 0 9 0 5 6 7 8 9 10 11 12 13 14 15 16 17 18"
          + " 19 20 21 %d 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

  @TempDir Path root = Path.of("");

  @Test
  void busySharesAreDifferencesPerOnlineCpu() throws IOException {
    CpuTimes cpus = new CpuTimes(root);
    write(
        "stat", "cpu  9 9 9 9\ncpu0 100 0 50 800 50 0 0 0 0 0\ncpu3 0 0 0 0 0 0 0 0 0 0\nintr 1\n");
    assertThat(cpus.read()).isNull();
    write(
        "stat", "cpu  9 9 9 9\ncpu0 160 0 65 820 55 0 0 0 0 0\ncpu3 0 0 0 0 0 0 0 0 0 0\nintr 1\n");
    assertThat(cpus.read()).containsExactly(75, 0);
    write("stat", "cpu  9 9 9 9\ncpu0 160 0 65 820 55 0 0 0 0 0\nintr 1\n");
    assertThat(cpus.read()).as("a CPU went away").isNull();
  }

  @Test
  void cpusThatMayBeUsedAreOnlineAndInTheMask() throws IOException {
    assertThat(UsableCpus.allowed(root, root)).as("no files").isZero();
    write("devices/system/cpu/online", "0-3,6\n");
    write(
        "self/status", "Name:\tjava\nCpus_allowed:\t00000000,0000000a\nCpus_allowed_list:\t1,3\n");
    assertThat(UsableCpus.allowed(root, root)).isEqualTo(2);
    write("self/status", "Cpus_allowed:\tffffffff,ffffffff\n");
    assertThat(UsableCpus.allowed(root, root)).isEqualTo(5);
  }

  @Test
  void quotaIsThatOfTheNearestGroupThatHasOne() throws IOException {
    write("self/cgroup", "0::/pod/app\n");
    write("fs/cgroup/pod/cpu.max", "50000 100000\n");
    write("fs/cgroup/pod/app/cpu.max", "max 100000\n");
    write("fs/cgroup/pod/app/cpu.stat", "usage_usec 9\nnr_throttled 1\nthrottled_usec 1\n");
    write("fs/cgroup/pod/cpu.stat", "usage_usec 9\nnr_throttled 7\nthrottled_usec 350\n");
    assertThat(new CpuQuota(root, root).read()).isEqualTo(new CpuQuota.Reading(7, 350_000));
  }

  @Test
  void quotaOfTheFirstVersionIsReadToo() throws IOException {
    write("self/cgroup", "4:memory:/app\n3:cpu,cpuacct:/app\n");
    write("fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "20000\n");
    write(
        "fs/cgroup/cpu,cpuacct/app/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 44\n");
    assertThat(new CpuQuota(root, root).read()).isEqualTo(new CpuQuota.Reading(3, 44));
  }

  @Test
  void withoutAQuotaNothingIsThrottled() throws IOException {
    assertThat(new CpuQuota(root, root).read()).isEqualTo(CpuQuota.Reading.NONE);
    write("self/cgroup", "3:cpu:/app\n");
    write("fs/cgroup/cpu/app/cpu.cfs_quota_us", "-1\n");
    write("fs/cgroup/cpu/app/cpu.stat", "nr_throttled 3\n");
    assertThat(new CpuQuota(root, root).read()).isEqualTo(CpuQuota.Reading.NONE);
  }

  @Test
  void sharesAreTwoHexadecimalDigits() {
    assertThat(CpuTimes.encode(new int[] {0, 9, 100})).isEqualTo("000964");
  }

  @Test
  void statWithoutCpusIsAnError() throws IOException {
    write("stat", "intr 1 2 3\n");
    assertThatThrownBy(new CpuTimes(root)::read).hasMessageContaining("no line of a CPU");
  }

  @Test
  void readsThreadsWithOddNames() throws IOException {
    SmallFile reader = new SmallFile();
    for (String name : new String[] {"java", "a b", "x) S (y", "((", "))", "", "naïve"}) {
      Path file = write("task", "77 (" + name + ")" + String.format(STAT, 5));
      reader.read(file.toFile());
      assertThat(reader.between('(', ')')).isEqualTo(name);
      assertThat(reader.skipBehindLast(')')).isTrue();
      reader.skipFields(12);
      assertThat(reader.nextNumber()).as("utime").isEqualTo(345);
      assertThat(reader.nextNumber()).as("stime").isEqualTo(67);
      reader.skipFields(24);
      assertThat(reader.nextNumber()).as("processor").isEqualTo(5);
    }
  }

  @Test
  void sumsTheCompilersTimeOverThreadsThatCameAndWent() throws IOException {
    write("thread-self/schedstat", "0 0 0\n");
    Path first = write("self/task/77/stat", "77 (C2 CompilerThre)" + String.format(STAT, 0));
    write("self/task/78/stat", "78 (main)" + String.format(STAT, 1));
    ThreadScan scan = new ThreadScan(root, new CpuNodes(root), new OwnCpuTime(root)::nanos);
    scan.tick(0, 200);
    assertThat(scan.compilingNanos()).isEqualTo((345 + 67) * 10_000_000L);
    write(
        "self/task/77/stat", "77 (C2 CompilerThre)" + String.format(STAT, 0).replace("345", "350"));
    scan.tick(1, 200);
    assertThat(scan.compilingNanos()).as("it ran").isEqualTo((350 + 67) * 10_000_000L);
    Files.delete(first);
    scan.tick(2, 200);
    write("self/task/77/stat", "77 (C1 CompilerThre)" + String.format(STAT, 0));
    scan.tick(3, 200);
    assertThat(scan.compilingNanos())
        .as("another with the same number")
        .isEqualTo((350 + 67 + 345 + 67) * 10_000_000L);
  }

  @Test
  void oneScanThatTookLongDoesNotPutOffTheNextForLong() throws IOException {
    assertThat(scansAgain(100_000_000, 6_500_000)).as("code was loaded").isTrue();
    assertThat(scansAgain(10_000, 1_500_000)).as("it rests").isFalse();
    assertThat(scansAgain(10_000, 2_500_000)).as("it has rested").isTrue();
  }

  /** Whether a scan of one thread that took so long is followed by another one after some time. */
  private boolean scansAgain(long costNanos, long laterNanos) throws IOException {
    AtomicLong used = new AtomicLong();
    write("self/task/77/stat", "77 (C2 CompilerThre)" + String.format(STAT, 0));
    ThreadScan scan = new ThreadScan(root, new CpuNodes(root), () -> used.getAndAdd(costNanos));
    scan.tick(0, 200);
    long before = scan.compilingNanos();
    write(
        "self/task/77/stat", "77 (C2 CompilerThre)" + String.format(STAT, 0).replace("345", "350"));
    scan.tick(laterNanos, 200);
    return scan.compilingNanos() > before;
  }

  @Test
  void readsTheCountersOfTheProcess() throws IOException {
    write("self/stat", "77 (odd) name)" + String.format(STAT, 0));
    write("self/status", "Name:\todd\nVmRSS:\t  2048 kB\nThreads:\t33\n");
    write("self/io", "rchar: 1000\nwchar: 2000\nsyscr: 1\n");
    ProcessCounters counters = new ProcessCounters(root);
    assertThat(counters.cpuNanos()).isEqualTo((345 + 67) * 10_000_000L);
    assertThat(counters.read())
        .isEqualTo(
            new ProcessCounters.Reading(
                3_450_000_000L, 670_000_000L, 111, 22, 1000, 2000, 2048 * 1024, 33));
    Files.delete(root.resolve("self/io"));
    assertThat(counters.read().bytesWritten()).as("hidden").isEqualTo(-1);
  }

  @Test
  void knowsTheNodeOfACpu() throws IOException {
    write("devices/system/node/node0/cpulist", "0-1,4\n");
    write("devices/system/node/node12/cpulist", "2-3\n");
    write("devices/system/node/has_cpu", "0,12\n");
    CpuNodes nodes = new CpuNodes(root);
    assertThat(new int[] {nodes.of(0), nodes.of(4), nodes.of(3), nodes.of(5), nodes.of(-1)})
        .containsExactly(0, 0, 12, -1, -1);
    assertThat(new CpuNodes(root.resolve("absent")).of(0)).isEqualTo(-1);
  }

  @Test
  void completesNamesThatTheKernelShortened() {
    Map<String, String> names = new HashMap<>();
    ThreadNames.add(names, "short");
    ThreadNames.add(names, "ForkJoinPool.commonPool-worker-1");
    ThreadNames.add(names, "http-nio-8080-exec-1");
    ThreadNames.add(names, "http-nio-8080-exec-2");
    assertThat(names)
        .containsEntry("ForkJoi..rker-1", "ForkJoinPool.commonPool-worker-1")
        .containsEntry("http-ni..exec-1", "http-nio-8080-exec-1")
        .containsEntry("http-nio-8080-e", "")
        .doesNotContainKey("short");
  }

  private Path write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
