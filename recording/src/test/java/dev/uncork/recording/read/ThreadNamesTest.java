package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.event.ThreadCpuEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kernel calls the main thread "java" and cuts names short; samples tell the Java names. */
class ThreadNamesTest {
  private static final String NAME = "a name that is too long for the kernel";

  @TempDir Path dir;

  @Test
  @Timeout(120)
  void aSampledThreadHasItsJavaName() throws Exception {
    Path file = dir.resolve("a.jfr");
    AtomicBoolean sampled = new AtomicBoolean();
    CompletableFuture<Long> id = new CompletableFuture<>();
    Thread busy =
        new Thread(
            () -> {
              id.complete(osThreadId());
              while (!sampled.get()) {
                Thread.onSpinWait();
              }
            },
            NAME);
    try (RecordingStream stream = new RecordingStream();
        jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      stream.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(20));
      stream.onEvent(
          "jdk.ExecutionSample",
          event -> {
            RecordedThread thread = event.getThread("sampledThread");
            sampled.compareAndSet(false, thread != null && NAME.equals(thread.getJavaName()));
          });
      stream.startAsync();
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(20));
      recording.start();
      busy.start();
      ThreadCpuEvent event = new ThreadCpuEvent();
      event.osThreadId = id.get();
      event.threadName = "java";
      event.cpuTime = 900_000_000;
      event.interval = 1_000_000_000;
      event.commit();
      busy.join();
      recording.stop();
      recording.dump(file);
    }

    Recording read = RecordingReader.read(file).recording().orElseThrow();

    assertThat(read.threads()).extracting(ThreadUse::name).containsExactly(NAME);
    assertThat(read.threadSeconds().get(0).topThread()).isEqualTo(NAME);
  }

  private static long osThreadId() {
    try {
      Path link = Path.of("/proc/thread-self").toRealPath();
      return Long.parseLong(link.getFileName().toString());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
