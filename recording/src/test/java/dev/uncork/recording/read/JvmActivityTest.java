package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Frame;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.recording.jvm.VmOperations;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    HeapUse heap = recordedBy(Buffers.class, "-XX:MaxDirectMemorySize=1m").heap();
    assertThat(heap.forBuffers()).isTrue();
    assertThat(heap.askedAt().map(at -> Frame.parse(at).className()))
        .hasValue(Buffers.class.getName());
  }

  @Test
  void whoHasThreadsInterruptedOneByOneIsRead() throws Exception {
    String[] options =
        Runtime.version().feature() == 17
            ? new String[] {"--add-modules", "jdk.incubator.foreign"}
            : new String[0];
    VmOperations operations = recordedBy(Closer.class, options).operations();
    assertThat(operations.handshakes())
        .filteredOn(each -> each.caller().equals("closer"))
        .singleElement()
        .satisfies(closed -> assertThat(closed.count()).isGreaterThanOrEqualTo(50))
        .satisfies(closed -> assertThat(closed.nanos()).isPositive());
    assertThat(operations.operations()).noneMatch(each -> each.name().startsWith("Handshake"));
  }

  /** Gives memory back that all threads may use. */
  static final class Closer {
    public static void main(String[] args) throws Exception {
      Method make =
          Runtime.version().feature() == 17
              ? Class.forName("jdk.incubator.foreign.ResourceScope").getMethod("newSharedScope")
              : Class.forName("java.lang.foreign.Arena").getMethod("ofShared");
      Thread closer = new Thread(() -> close(make), "closer");
      record(
          Path.of(args[0]),
          () -> {
            closer.start();
            try {
              closer.join();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
    }

    private static void close(Method make) {
      try {
        for (int i = 0; i < 50; i++) {
          make.getReturnType().getMethod("close").invoke(make.invoke(null));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
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

  /** What a program in a JVM of its own records into the file that it is given. */
  private JvmActivity recordedBy(Class<?> program, String... options) throws Exception {
    Path file = scratch.resolve("child.jfr");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), program.getName(), file.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return RecordingReader.read(file).recording().orElseThrow().jvm();
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
