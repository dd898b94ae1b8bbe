package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecordingNameTest {
  private final Instant start = Instant.parse("2026-11-26T13:14:15Z");

  @Test
  void readsWhatItWrites() {
    assertThat(RecordingName.of("17", start, 1)).isEqualTo("uncork-17-20261126T131415Z.jfr");
    for (String jvm : new String[] {"17", "17-2000"}) {
      for (int number : new int[] {1, 2, 30}) {
        Path name = Path.of(RecordingName.of(jvm, start, number));
        assertThat(RecordingName.jvmOf(name)).hasValue(jvm);
        assertThat(RecordingName.executorOf(name)).isEmpty();
      }
    }
    for (String id : new String[] {"3", "driver", "a-b.c_d"}) {
      Path name = Path.of(RecordingName.ofExecutor(id, start));
      assertThat(RecordingName.executorOf(name)).hasValue("executor-" + id);
      assertThat(RecordingName.jvmOf(name)).isEmpty();
    }
  }

  @Test
  void takesNoOtherFileForOne() {
    for (String other : new String[] {"uncork-last.jfr", "uncork-17.jfr", "recording.jfr"}) {
      assertThat(RecordingName.jvmOf(Path.of(other))).isEmpty();
      assertThat(RecordingName.executorOf(Path.of(other))).isEmpty();
    }
  }
}
