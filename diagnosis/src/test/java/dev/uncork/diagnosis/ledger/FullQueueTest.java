package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import org.junit.jupiter.api.Test;

class FullQueueTest {
  private static final String PUT =
      "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:370)";
  private static final String LOAD = "com.acme.Feed.load(Feed.java:12)";

  /** Other processes take what the program leaves, and threads of the JVM wait for cores, too. */
  @Test
  void aConsumerThatNeverRestsIsTooSlowBesideOtherProcessesToo() {
    Looks looks = new Looks(2, 1.1, 0.9).ready(0.9);
    looks.runs("writer", 0.8, "com.acme.Sink.write(Sink.java:40)");
    for (int i = 0; i < 3; i++) {
      looks.ran("feed-" + i, 0.1, PARK, PUT, LOAD);
    }
    Diagnosis diagnosis = Diagnosis.of(looks.looks(40).recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
  }

  @Test
  void aQueueThatOnlyThoseEmptyWhoWaitForRoomInItIsADeadlock() {
    assertThat(allFill(40).kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(allFill(40).stuck())
        .extracting(Stuck::lockClass)
        .containsOnly("room in java.util.concurrent.ArrayBlockingQueue");
    assertThat(allFill(10).kind()).isNotEqualTo(FindingKind.DEADLOCK);
  }

  @Test
  void permitsThatNobodyIsLeftToGiveBackAreADeadlock() {
    String acquire = "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)";
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 8; i++) {
      looks.standsAt("packer-" + i, "", PARK, acquire, LOAD);
    }
    Root root = looks.looks(40).root();

    assertThat(root.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(root.stuck())
        .extracting(Stuck::lockClass)
        .containsOnly("permit of java.util.concurrent.Semaphore");
  }

  /** All threads wait for room for so many looks. */
  private static Root allFill(int times) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 5; i++) {
      looks.standsAt("spider-" + i, "", PARK, PUT, LOAD);
    }
    return looks.looks(times).root();
  }

  private static FindingKind behind(int fillers, int consumers, String... consumer) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < fillers; i++) {
      looks.waits("feed-" + i, PARK, PUT, LOAD);
    }
    for (int i = 0; i < consumers; i++) {
      looks.waits("lint-" + i, consumer);
    }
    return looks.looks(40).root().kind();
  }

  @Test
  void whatMostConsumersWaitForOutsideIsWhyTheQueueIsFull() {
    String[] child = {
      "java.io.FileInputStream.readBytes",
      "java.io.FileInputStream.read(FileInputStream.java:276)",
      "java.lang.Process$PipeInputStream.read(Process.java:1)",
      "com.acme.Linter.check(Linter.java:24)"
    };
    assertThat(behind(1, 3, child)).isEqualTo(FindingKind.CHILD_PROCESS);
    assertThat(behind(3, 3, child)).isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(behind(6, 1, child)).isEqualTo(FindingKind.SLOW_CONSUMER);
  }

  @Test
  void aConsumerThatSleepsIsTooSlowUnlessALibraryLimitsItsRate() {
    assertThat(behind(6, 1, SLEEP, "com.acme.Sink.store(Sink.java:9)"))
        .isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(
            behind(
                6,
                1,
                PARK,
                "io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter.waitForPermission"
                    + "(AtomicRateLimiter.java:341)",
                "com.acme.Partner.book(Partner.java:47)"))
        .isEqualTo(FindingKind.TIMED_WAIT);
  }
}
