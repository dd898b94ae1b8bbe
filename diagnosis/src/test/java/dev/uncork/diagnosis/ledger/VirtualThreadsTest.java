package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static dev.uncork.diagnosis.ledger.Looks.VIRTUAL_RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What idle cores are charged to where those who wait are virtual threads. */
class VirtualThreadsTest {
  private static final String POLL = "sun.nio.ch.Poller.poll(Poller.java:1)";
  private static final String READ = "sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:1)";
  private static final String ACQUIRE = "java.util.concurrent.Semaphore.acquire(Semaphore.java:1)";
  private static final String TAKE = "java.util.concurrent.LinkedBlockingQueue.take(L.java:1)";
  private static final String CALL = "com.acme.Call.call(Call.java:12)";
  private static final Blocker SEMAPHORE =
      new Blocker("java.util.concurrent.Semaphore$NonfairSync", 5, -1);

  @Test
  void answersToWhatTheyAskedAreWaitedFor() {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 8; i++) {
      looks.virtual("", new Blocker("", 0, -1, "10.0.0.7:5432"), PARK, POLL, READ, CALL);
    }
    Root root = looks.looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.REMOTE_WAIT);
    assertThat(root.object()).isEqualTo("10.0.0.7:5432");
  }

  @Test
  void requestsOfClientsAreNotLate() {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 8; i++) {
      looks.virtual("", new Blocker("java.net.ServerSocket", 0, -1), PARK, POLL, READ, CALL);
    }
    assertThat(looks.looks(30).ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.05));
  }

  @Test
  void whoSleepsAndFeedsThoseWhoWorkKeepsThemWaiting() {
    assertThat(fed(0.1).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    Looks hidden = fed(0.4);
    for (int i = 0; i < 60; i++) {
      hidden.virtual("eater-1", Blocker.NONE, PARK, TAKE, CALL).look();
    }
    assertThat(hidden.root().threads()).as("though few looks show it").isCloseTo(1, within(0.1));
    assertThat(fed(0.01).ledger().roots()).as("hardly anything to do").isEmpty();
    Looks server = fed(0.1, "sun.nio.ch.Net.accept(Net.java:1)", "com.acme.Web.run(Web.java:4)");
    assertThat(server.ledger().roots()).as("others may feed them").isEmpty();
  }

  @Test
  void whoLooksIntoAnEmptyQueueAndFindsNothingIsNotFed() {
    Looks looks =
        new Looks(2, 0.2)
            .ran("eater-1", 0.2, PARK, TAKE, CALL)
            .turns("eater-1", 30_000)
            .stays("feed", SLEEP, "com.acme.Feed.next(Feed.java:3)");
    assertThat(looks.looks(30).ledger().roots()).isEmpty();
  }

  @Test
  void whatACarrierRunsIsSeenInSamplesOfTheCpu() {
    for (Thread.State state : List.of(Thread.State.RUNNABLE, Thread.State.WAITING)) {
      Root root = carrier(state, 1).root();
      assertThat(root.row()).isEqualTo(RowKind.FEW_THREADS);
      assertThat(root.site()).hasToString("Optional[com.acme.Band.trace(Band.java:9)]");
      assertThat(root.cause().orElseThrow().site()).isEqualTo(root.site());
    }
    assertThat(carrier(Thread.State.WAITING, 0).ledger().roots()).as("held up").isEmpty();
  }

  private static Looks carrier(Thread.State state, double cpuShare) {
    return new Looks(2, cpuShare)
        .sampled(200, "com.acme.Band.trace(Band.java:9)", VIRTUAL_RUN)
        .waits("director", PARK, "java.util.concurrent.CountDownLatch.await(C.java:1)", CALL)
        .worker(
            "ForkJoinPool-1-worker-1",
            8,
            state,
            cpuShare,
            "java.lang.VirtualThread.mount(VirtualThread.java:484)",
            "java.lang.VirtualThread.runContinuation(VirtualThread.java:295)")
        .looks(30);
  }

  private static Looks fed(double carrierShare, String... other) {
    Looks looks = new Looks(2, carrierShare);
    for (int i = 0; i < 5; i++) {
      looks.virtual("eater-" + i, Blocker.NONE, PARK, TAKE, CALL);
    }
    if (other.length > 0) {
      looks.stays("web", other);
    }
    return looks
        .ran("alarm", 0.03, PARK, "java.util.concurrent.DelayScheduler.run(DelayScheduler.java:1)")
        .virtual("feed", Blocker.NONE, SLEEP, "com.acme.Feed.next(Feed.java:3)")
        .worker(
            "ForkJoinPool-1-worker-1",
            3,
            Thread.State.WAITING,
            carrierShare,
            PARK,
            "java.util.concurrent.ForkJoinPool.awaitWork(F.java:1)")
        .looks(30);
  }

  @Test
  void blockedOnesAreCountedOrLookedAtButNotTwice() {
    Looks looks = new Looks(2, 0.05).stays("main", SLEEP, CALL);
    for (int i = 0; i < 8; i++) {
      looks.virtual("", SEMAPHORE, PARK, ACQUIRE, CALL);
    }
    Root seen = looks.looks(40).root();
    assertThat(seen.kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
    assertThat(seen.threads()).isCloseTo(8, within(0.1));
    Root counted = looks.lock(counted()).root();
    assertThat(counted.kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
    assertThat(counted.threads()).isCloseTo(20, within(0.5));
  }

  @Test
  void blockedOnesAreCountedThoughNobodyLooksAtThem() {
    Root root = new Looks(2, 0.1).stays("main", SLEEP, CALL).looks(40).lock(counted()).root();
    assertThat(root.kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
    assertThat(root.threads()).isCloseTo(20, within(0.5));
  }

  /** Nobody knows how much CPU time they use after each sleep. */
  private static Looks sleepers(int count) {
    Looks looks = new Looks(2, 0.3);
    for (int i = 0; i < count; i++) {
      looks.napsVirtually("request-" + i, SLEEP, CALL);
    }
    return looks;
  }

  @Test
  void severalThatSleepAgainAndAgainWaitForATime() {
    assertThat(sleepers(40).looks(40).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(sleepers(1).looks(40).ledger().roots()).as("housekeeping").isEmpty();
  }

  @Test
  void thoseWhoSleepBesideOneThatWorksMayOnlyLookForSomethingToDo() {
    Root root = sleepers(3).runsVirtually("render", 1, CALL).looks(40).root();

    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.cause().orElseThrow().thread()).isEqualTo("render");
  }

  @Test
  void oneThatIsSeenRunningNowAndThenDoesNotRunOnItsCarriersTime() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 60; i++) {
      for (int n = 0; n < 12; n++) {
        if (n == i % 12) {
          looks.runsVirtually("step-" + n, 1, CALL);
        } else {
          looks.virtual("step-" + n, Blocker.NONE, PARK, TAKE, CALL);
        }
      }
      looks.look();
    }
    assertThat(looks.root().cause().orElseThrow().thread()).isEqualTo("step-*");
  }

  /** Nobody tells who has a monitor for which a virtual thread waits. */
  private static Root blocked(int times) {
    Looks looks = new Looks(2, 0.01);
    for (int i = 0; i < 8; i++) {
      looks.blocked("teller-" + i, "", 0, "", "com.acme.Bank.transfer(Bank.java:17)", VIRTUAL_RUN);
    }
    return looks.looks(times).root();
  }

  @Test
  void allThatAreBlockedForEverAreADeadlock() {
    assertThat(blocked(40).kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(blocked(10).kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  private static LockUse counted() {
    List<Frame> stack = Stream.of(ACQUIRE, CALL, VIRTUAL_RUN).map(Frame::parse).toList();
    return new LockUse(
        new LockId("java.util.concurrent.Semaphore$NonfairSync", 5, LockKind.JUC),
        40,
        80_000_000_000L,
        2_000_000_000L,
        0,
        0,
        0,
        IntStream.range(0, 4)
            .mapToObj(second -> new LockUse.LockSecond(second, 10, 20_000_000_000L))
            .toList(),
        List.of(new LockStack("", stack, 40, 80_000_000_000L)),
        List.of());
  }
}
