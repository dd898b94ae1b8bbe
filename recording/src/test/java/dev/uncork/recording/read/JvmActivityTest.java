package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Frame;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.recording.jvm.VmOperations;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM did for the program, out of the JDK's own events. */
class JvmActivityTest {
  @TempDir Path scratch;

  @Test
  void stopsOfAllThreadsAreReadWithWhoAskedForThem() throws Exception {
    VmOperations operations =
        recorded(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
                  }
                })
            .operations();
    String here = Thread.currentThread().getName();
    assertThat(operations.operations())
        .filteredOn(each -> each.name().equals("ThreadDump") && each.caller().equals(here))
        .singleElement()
        .satisfies(dumps -> assertThat(dumps.count()).isEqualTo(50))
        .satisfies(dumps -> assertThat(dumps.nanos()).isPositive());
    assertThat(operations.reachNanos()).isPositive();
    assertThat(operations.stoppedNanos()).isGreaterThan(operations.reachNanos());
  }

  @Test
  void collectionsThatAreAskedForAreReadWithTheirPlaceAndTheHeap() throws Exception {
    JvmActivity activity =
        recorded(
            () -> {
              for (int i = 0; i < 3; i++) {
                System.gc();
              }
            });
    HeapUse heap = activity.heap();
    assertThat(heap.askedAt().map(at -> Frame.parse(at).className()))
        .hasValue(JvmActivityTest.class.getName());
    assertThat(heap.forBuffers()).isFalse();
    assertThat(heap.maxBytes()).isGreaterThanOrEqualTo(Runtime.getRuntime().totalMemory());
    assertThat(heap.liveBytes()).isBetween(1L, heap.maxBytes());
    assertThat(activity.operations().operations()).noneMatch(each -> each.name().contains("GC"));
  }

  @Test
  void collectionsThatFreeDirectBuffersAreToldFromThoseOfTheProgram() throws Exception {
    Path file = scratch.resolve("buffers.jfr");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:MaxDirectMemorySize=1m",
                "-cp",
                System.getProperty("java.class.path"),
                Buffers.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();

    HeapUse heap = RecordingReader.read(file).recording().orElseThrow().jvm().heap();
    assertThat(heap.forBuffers()).isTrue();
    assertThat(heap.askedAt().map(at -> Frame.parse(at).className()))
        .hasValue(Buffers.class.getName());
  }

  /** Wants more direct memory than there is. */
  static final class Buffers {
    public static void main(String[] args) throws Exception {
      record(
          Path.of(args[0]),
          () -> {
            try {
              ByteBuffer.allocateDirect(2 << 20);
            } catch (OutOfMemoryError e) {
              // Collections have been asked for before.
            }
          });
    }
  }

  private JvmActivity recorded(Runnable program) throws Exception {
    Path file = scratch.resolve("activity.jfr");
    record(file, program);
    return RecordingReader.read(file).recording().orElseThrow().jvm();
  }

  private static void record(Path file, Runnable program) throws IOException {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.ExecuteVMOperation").withoutThreshold();
      recording.enable("jdk.SafepointBegin").withoutThreshold();
      recording.enable("jdk.GCHeapSummary").withoutThreshold();
      recording.enable("jdk.SystemGC").withoutThreshold().withStackTrace();
      recording.start();
      program.run();
      recording.stop();
      recording.dump(file);
    }
  }
}
