package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What reads of files are that take longer than those of a file. */
class PipesTest {
  private static final String READ = "java.io.FileInputStream.readBytes(FileInputStream.java:1)";
  private static final String WRITE = "java.io.FileOutputStream.writeBytes(F.java:1)";
  private static final String BUFFER = "java.io.BufferedInputStream.read(B.java:1)";
  private static final String LINE = "com.acme.Probe.line(Probe.java:8)";
  private static final String START = "java.lang.ProcessBuilder.start(ProcessBuilder.java:1)";

  @Test
  void whoStartsChildrenReadsWhatTheyWrite() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 40; i++) {
      if (i % 10 == 0) {
        looks.runs("probe-1", 0.3, "java.lang.ProcessImpl.init(P.java:1)", START, LINE);
      } else {
        looks.runs("probe-1", i % 2 == 0 ? 0.01 : 0, READ, BUFFER, LINE);
      }
      looks.runs("probe-2", i % 2 == 0 ? 0 : 0.01, READ, BUFFER, LINE).look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.CHILD_PROCESS);
  }

  @Test
  void whoStartsChildrenAndWaitsForResultsWaitsForTheChildren() {
    String get = "java.util.concurrent.CompletableFuture.get(CompletableFuture.java:1)";
    for (int starts : new int[] {0, 1, 4}) {
      Looks looks = new Looks(2, 0.1);
      for (int i = 0; i < 40; i++) {
        if (i % 10 == 0 && i < 10 * starts) {
          String launch = "com.acme.Probe.launch(Probe.java:3)";
          looks.runs("page-1", 0.3, "java.lang.ProcessImpl.init(P.java:1)", START, launch, LINE);
        } else {
          looks.waits("page-1", Looks.PARK, get, LINE);
        }
        looks.look();
      }
      assertThat(looks.ledger().roots().stream().map(Root::kind))
          .as("starts: " + starts)
          .matches(kinds -> kinds.contains(FindingKind.CHILD_PROCESS) == starts > 1);
    }
  }

  @Test
  void whoWritesToAChildWaitsUntilItReads() {
    for (boolean pipe : new boolean[] {true, false}) {
      Looks looks = new Looks(2, 0.1);
      for (int i = 0; i < 40; i++) {
        if (i == 5 && pipe) {
          looks.writesToChild("export-1", WRITE, LINE).look();
        } else {
          looks.runs("export-1", 0.01, WRITE, LINE).look();
        }
      }
      assertThat(looks.root().kind())
          .isEqualTo(pipe ? FindingKind.CHILD_PROCESS : FindingKind.STORAGE_WAIT);
    }
  }

  @Test
  void whatAChildSaysNowAndThenIsInputForThoseWithNothingElseToDo() {
    String take = "java.util.concurrent.LinkedBlockingQueue.take(L.java:1)";
    String pipe = "java.lang.Process$PipeInputStream.read(Process.java:1)";
    for (double work : new double[] {0.001, 0.2}) {
      Looks looks = new Looks(2, work);
      for (int i = 0; i < 40; i++) {
        looks
            .readsFromChild("intake", 0.002, READ, pipe, BUFFER, LINE)
            .ran("event-1", work / 2, Looks.PARK, take, "com.acme.Event.next(Event.java:4)")
            .ran("event-2", work / 2, Looks.PARK, take, "com.acme.Event.next(Event.java:4)")
            .look();
      }
      assertThat(looks.ledger().roots().stream().map(Root::kind))
          .as("work: " + work)
          .matches(kinds -> kinds.contains(FindingKind.CHILD_PROCESS) == work > 0.01);
    }
  }

  @Test
  void whatHasNoNameIsInputOrWhatAChildWrites() {
    String read = "sun.nio.ch.FileDispatcherImpl.read(FileDispatcherImpl.java)";
    for (boolean starts : new boolean[] {false, true}) {
      Looks looks = new Looks(2, 0.1);
      for (int i = 0; i < 40; i++) {
        if (starts && i % 10 == 0) {
          looks.runs("probe-1", 0.3, "java.lang.ProcessImpl.init(P.java:1)", START, LINE);
        }
        looks.readsInput("probe-2", read, READ, BUFFER, LINE).look();
      }
      assertThat(looks.ledger().roots().stream().map(Root::kind))
          .as("starts: " + starts)
          .matches(kinds -> kinds.contains(FindingKind.CHILD_PROCESS) == starts)
          .doesNotContain(FindingKind.STORAGE_WAIT);
    }
  }

  @Test
  void aReadThatNothingComesFromIsIdle() {
    Looks looks = new Looks(2, 0.01).runs("console", 0, READ, BUFFER, LINE).looks(40);
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.02));
  }

  @Test
  void shortReadsAreOfFiles() {
    Looks looks = new Looks(2, 0.5);
    for (int i = 0; i < 40; i++) {
      looks.runs("scan-1", 0.2, READ, LINE).runs("scan-2", 0.2, READ, LINE).look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.STORAGE_WAIT);
  }
}
