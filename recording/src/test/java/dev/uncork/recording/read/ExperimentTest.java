package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.event.CodeAccessEvent;
import dev.uncork.recording.event.CollectorInfoEvent;
import dev.uncork.recording.event.ExperimentWindowEvent;
import dev.uncork.recording.event.WindowWorkEvent;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
  @TempDir Path dir;

  private Experiment read(Runnable events) throws Exception {
    Path file = dir.resolve("a.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(5));
      recording.start();
      new CollectorInfoEvent().commit();
      events.run();
      recording.stop();
      recording.dump(file);
    }
    Recording read = RecordingReader.read(file).recording().orElseThrow();
    return read.experiment();
  }

  @Test
  void aWindowHasItsCoresItsWorkAndTheStacksSampledInIt() throws Exception {
    Experiment experiment =
        read(
            () -> {
              ExperimentWindowEvent window = window(1, 0, 2);
              window.begin();
              burn();
              work(1, "counter", "com.acme.Shop.SOLD", 70);
              work(1, "allocated-bytes", "", 4096);
              window.commit();
              burn();
            });

    assertThat(experiment.windows()).hasSize(1);
    Experiment.Window window = experiment.windows().get(0);
    assertThat(window.cores()).isEqualTo(2);
    assertThat(window.round()).isEqualTo(0);
    assertThat(window.heldThreads()).isEqualTo(4);
    assertThat(window.cpuNanos()).isEqualTo(150_000_000);
    assertThat(window.lengthNanos()).isGreaterThanOrEqualTo(400_000_000L);
    assertThat(window.works())
        .containsExactly(
            new Experiment.Work(WorkUnit.COUNTER, "com.acme.Shop.SOLD", 70),
            new Experiment.Work(WorkUnit.ALLOCATED_BYTES, "", 4096));
    assertThat(window.samples().stream().mapToLong(Samples.Counted::count).sum())
        .isBetween(1L, window.lengthNanos() / 5_000_000 + 1);
    assertThat(window.samples())
        .anyMatch(
            sample -> sample.frames().stream().anyMatch(frame -> frame.method().equals("burn")));
  }

  @Test
  void whatHotCodeDoesToSharedMemoryIsKeptOnce() throws Exception {
    Experiment experiment =
        read(
            () -> {
              window(1, 0, 2).commit();
              access("com.acme.Shop.sell", 12, "retry-loop", "com.acme.Shop.STOCK");
              access("com.acme.Shop.sell", 12, "retry-loop", "com.acme.Shop.STOCK");
              access("com.acme.Shop.sell", 14, "an access of tomorrow", "");
              access(null, 3, "monitor", null);
            });

    assertThat(experiment.accesses())
        .containsExactly(
            new Experiment.Access(
                "com.acme.Shop.sell", 12, CodeAccess.RETRY_LOOP, "com.acme.Shop.STOCK"));
  }

  @Test
  void figuresThatMakeNoSenseAreLeftOut() throws Exception {
    Experiment experiment =
        read(
            () -> {
              timed(window(1, 0, 0));
              timed(window(2, -3, 1));
              ExperimentWindowEvent endless = window(3, 0, 1);
              endless.begin();
              endless.commit();
              timed(window(4, 0, 1));
              work(4, "an unknown unit", "x", 3);
              work(4, null, null, 3);
              work(4, "counter", null, -17);
              work(99, "counter", "of no window", 5);
            });

    assertThat(experiment.windows())
        .filteredOn(window -> window.lengthNanos() > 5_000_000)
        .singleElement()
        .satisfies(
            window ->
                assertThat(window.works())
                    .containsExactly(new Experiment.Work(WorkUnit.COUNTER, "", 0)));
  }

  @Test
  void aRecordingWithoutWindowsHasNoExperiment() throws Exception {
    assertThat(read(ExperimentTest::burn)).isEqualTo(Experiment.NONE);
  }

  private static ExperimentWindowEvent window(long number, int round, int cores) {
    ExperimentWindowEvent event = new ExperimentWindowEvent();
    event.window = number;
    event.round = round;
    event.cores = cores;
    event.threads = 4;
    event.cpuTime = 150_000_000;
    return event;
  }

  private static void timed(ExperimentWindowEvent event) {
    event.begin();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(6);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    event.commit();
  }

  private static void work(long window, String unit, String name, long amount) {
    WindowWorkEvent event = new WindowWorkEvent();
    event.window = window;
    event.unit = unit;
    event.name = name;
    event.amount = amount;
    event.commit();
  }

  private static void access(String method, int line, String access, String target) {
    CodeAccessEvent event = new CodeAccessEvent();
    event.method = method;
    event.line = line;
    event.access = access;
    event.target = target;
    event.commit();
  }

  private static void burn() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(400);
    double sum = 0;
    while (threads.getCurrentThreadCpuTime() < end) {
      for (int i = 0; i < 100_000; i++) {
        sum += Math.sqrt(sum + 1);
      }
    }
    assertThat(sum).isPositive();
  }
}
