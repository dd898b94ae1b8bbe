package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.library.LibraryWaits;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files that libraries use in native code of their own. */
class NativeFilesTest {
  private static final String PUT = "org.acme.store.Store.put(Native Method)";
  private static final String SAVE = "com.acme.Meters.save(Meters.java:40)";

  /** One writes for the others too, who wait for it in the same method. */
  private static Looks writers(String... files) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 40; i++) {
      looks.usesFile("meter-" + i % 3, 0, files[i % files.length], PUT, SAVE);
      looks.runs("meter-" + (i + 1) % 3, 0, PUT, SAVE);
      looks.runs("meter-" + (i + 2) % 3, 0, PUT, SAVE).look();
    }
    return looks;
  }

  @Test
  void whoWaitsThereWhereOthersWaitForAFileWaitsForItToo() {
    Root root = writers("/data/meters/01.log").root();
    assertThat(root.kind()).isEqualTo(FindingKind.STORAGE_WAIT);
    assertThat(root.object()).isEqualTo("/data/meters/01.log");
    assertThat(root.threads()).isGreaterThan(2.5);
  }

  @Test
  void severalFilesOfOneFolderAreOneCause() {
    Root root = writers("/data/meters/01.log", "/data/meters/02.log").root();
    assertThat(root.object()).isEqualTo("/data/meters/*");
    assertThat(writers("/data/a/1", "/log/b/2").root().object()).isEmpty();
  }

  @Test
  void whoseLibraryPausesBetweenTwoAttemptsIsBlockedAtALock() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 60; i++) {
      for (int thread = 0; thread < 3; thread++) {
        if (i % 3 == thread) {
          looks.runs("meter-" + thread, 0.3, SAVE);
        } else {
          looks.pauses("meter-" + thread, 0, "org.sqlite.core.NativeDB.step(N.java)", SAVE);
        }
      }
      looks.look();
    }
    Root lock = looks.root();
    assertThat(lock.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(lock.object()).isEmpty();
    assertThat(lock.library().orElseThrow().object()).contains("lock for writing");
  }

  @Test
  void otherNativeCodeThatPausesSleeps() {
    Blocker pause = new Blocker(AwaitedClass.PAUSE, 0, -1);
    List<Frame> stack = Stream.of(PUT, SAVE).map(Frame::parse).toList();
    ThreadSample thread =
        new ThreadSample(1, "meter", Thread.State.RUNNABLE, 0, 1, stack, pause, 0);
    assertThat(new StackReading(new LibraryWaits()).of(thread).activity())
        .isEqualTo(Activity.SLEEP);
  }

  @Test
  void nativeCodeThatWaitsForSomethingElseIsNoFiles() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 3; i++) {
      looks.runs("meter-" + i, 0, PUT, SAVE);
    }
    assertThat(looks.looks(40).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.STORAGE_WAIT);
  }

  /** A thread of an ordinary flight recording, which doesn't tell whether native code runs. */
  private static Looks tiles(double busyCores, String call) {
    Looks looks = new Looks(2, busyCores);
    for (int i = 0; i < 40; i++) {
      if (i % 4 == 0) {
        looks.runs("tiler", 1, "com.acme.Tiles.sum(Tiles.java:44)");
      } else {
        looks.runs("tiler", -1, call, "com.acme.Tiles.read(Tiles.java:40)");
      }
      looks.look();
    }
    return looks;
  }

  @Test
  void whereMoreThreadsSeemToRunThanCanNobodyIsSaidToWaitForTheDisk() {
    Looks looks = new Looks(2, 1.6);
    String id = "java.io.FileInputStream.readBytes(FileInputStream.java)";
    for (int i = 0; i < 40; i++) {
      looks.runs("order-1", 1, "com.acme.Orders.number(Orders.java:9)");
      looks.runs("order-2", 1, "com.acme.Orders.number(Orders.java:9)");
      looks.runs("order-3", -1, id, "com.acme.Orders.number(Orders.java:9)").look();
    }
    assertThat(looks.ledger().roots()).noneMatch(root -> root.kind() == FindingKind.STORAGE_WAIT);
  }

  @Test
  void whereTheProcessUsesTheCoreNobodyWaitsForTheDisk() {
    String read = "java.io.RandomAccessFile.readBytes0(RandomAccessFile.java)";
    String force = "sun.nio.ch.UnixFileDispatcherImpl.force0(UnixFileDispatcherImpl.java)";
    assertThat(tiles(1, read).root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(tiles(0.3, read).root().kind()).isEqualTo(FindingKind.STORAGE_WAIT);
    assertThat(tiles(1, force).root().kind()).isEqualTo(FindingKind.STORAGE_WAIT);
  }
}
