package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.event.CollectorInfoEvent;
import dev.uncork.recording.event.ThreadSampleEvent;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
  private static final String TEXT =
      "com.acme.Cache.put(Cache.java:42)\ncom.acme.Main.main(Main.java:1)";

  @TempDir Path dir;

  @Test
  void aStackIsKnownByItsNumberWhereverItsTextIs() throws Exception {
    Path file = dir.resolve("a.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.start();
      new CollectorInfoEvent().commit();
      commit(1, 7, null);
      commit(2, 7, TEXT);
      commit(3, 7, null);
      commit(4, 0, null);
      recording.stop();
      recording.dump(file);
    }
    List<Snapshot> snapshots = RecordingReader.read(file).recording().orElseThrow().snapshots();
    List<Frame> stack = TEXT.lines().map(Frame::parse).toList();
    assertThat(snapshots)
        .extracting(snapshot -> snapshot.threads().get(0).stack())
        .containsExactly(stack, stack, stack, List.of());
    ThreadSample sample = snapshots.get(0).threads().get(0);
    assertThat(sample.state()).isEqualTo(Thread.State.BLOCKED);
    assertThat(sample.cpuShare()).isEqualTo(0.25f);
    assertThat(sample.blocker()).isEqualTo(new ThreadSample.Blocker("com.acme.Cache", 99, 12));
  }

  private static void commit(long snapshot, int stackId, @Nullable String text) {
    ThreadSampleEvent event = new ThreadSampleEvent();
    event.snapshot = snapshot;
    event.threadId = 11;
    event.threadName = "worker";
    event.threadState = "BLOCKED";
    event.cpuTime = 25_000_000;
    event.interval = 100_000_000;
    event.weight = 1;
    event.stackId = stackId;
    event.stack = text;
    event.blockerClass = "com.acme.Cache";
    event.instance = 99;
    event.owner = 12;
    event.commit();
  }
}
