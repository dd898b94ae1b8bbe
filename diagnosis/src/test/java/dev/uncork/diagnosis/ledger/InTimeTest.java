package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waits that keep nothing back: what is waited for comes in time, or hardly anybody waits. */
class InTimeTest {
  private static final String POLL =
      "java.util.concurrent.LinkedBlockingQueue.poll(LinkedBlockingQueue.java:460)";
  private static final String LEAD = "com.acme.Lead.run(Lead.java:4)";
  private static final String NEXT_DUE =
      "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take(S.java:1182)";
  private static final String WORKER =
      "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)";
  private static final String GET = "java.util.concurrent.FutureTask.get(FutureTask.java:190)";
  private static final String AGAIN =
      "java.util.concurrent.FutureTask.runAndReset(FutureTask.java:305)";
  private static final String ONCE = "java.util.concurrent.FutureTask.run(FutureTask.java:264)";
  private static final String READ = "sun.nio.ch.SocketDispatcher.read0";
  private static final String FORMAT = "com.acme.Page.format(Page.java:9)";
  private static final String STEP = "com.acme.db.Native.step";
  private static final String INSERT = "com.acme.Import.insert(Import.java:9)";

  private static Looks leader(String elsewhere) {
    return new Looks(2, 0.1)
        .waits("node-0", PARK, POLL, "com.acme.Lead.next(Lead.java:9)", LEAD)
        .blocked("node-1", "com.acme.Lead", "node-0", LEAD)
        .blocked("node-2", "com.acme.Lead", "node-0", elsewhere)
        .looks(30);
  }

  @Test
  void standbysOfOneWhoHasNothingToDoHaveNothingToDo() {
    assertThat(leader(LEAD).ledger().share(RowKind.NO_DEMAND)).isGreaterThan(0.9);
  }

  @Test
  void whoMayHaveToFillTheQueueIsKeptFromIt() {
    Root root = leader("com.acme.Lead.submit(Lead.java:20)").root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  /** A timer that has others do what is due, and mostly waits for the time of the next task. */
  private static Looks timer(String task) {
    return new Looks(2, 0.1)
        .worker("timer-1", 3, Thread.State.TIMED_WAITING, 0, PARK, NEXT_DUE, WORKER)
        .worker("timer-2", 3, Thread.State.WAITING, 0, PARK, NEXT_DUE, WORKER)
        .worker("timer-3", 3, Thread.State.WAITING, 0, PARK, GET, "com.acme.T.run(T.java:3)", task)
        .worker("fetch-1", 4, Thread.State.RUNNABLE, 0.1, READ, "com.acme.F.get(F.java:7)", WORKER);
  }

  @Test
  void whatATimerWaitsForIsNotLate() {
    assertThat(timer(AGAIN).looks(30).ledger().share(RowKind.NO_DEMAND)).isGreaterThan(0.9);
  }

  @Test
  void whatATaskThatIsDoneOnceWaitsForIsLate() {
    Root root = timer(ONCE).looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  @Test
  void whatClientsWaitForBesideATimerIsLate() {
    Looks looks = timer(AGAIN).waits("client", PARK, GET, "com.acme.Client.ask(Client.java:5)");
    assertThat(looks.looks(30).root().kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  @Test
  void aTimerThatIsAlwaysAtItsTasksIsLate() {
    Looks looks =
        new Looks(2, 0.1)
            .worker(
                "timer", 3, Thread.State.RUNNABLE, 0.1, READ, "com.acme.T.run(T.java:3)", AGAIN);
    assertThat(looks.looks(30).root().kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  /** A look now and then finds a thread blocked, beside one that waits for an answer. */
  private static Finding verdict(long blockedNanos) {
    Looks looks = new Looks(2, 0.2);
    for (int i = 0; i < 40; i++) {
      looks.runs("clerk-1", 0.1, READ, "com.acme.Clerk.ask(Clerk.java:3)");
      if (i % 10 == 3 && i < 30) {
        looks.runs("clerk-3", 0.1, FORMAT);
        for (int other = 4; other < 12; other++) {
          looks.blocked("clerk-" + other, "java.lang.Object", 7, "clerk-3", FORMAT);
        }
      }
      looks.look();
    }
    LockUse lock =
        new LockUse(
            new LockId("java.lang.Object", 7, LockKind.MONITOR),
            1,
            blockedNanos,
            blockedNanos,
            0,
            0,
            0,
            List.of(),
            List.of(new LockStack("", List.of(Frame.parse(FORMAT)), 1, blockedNanos)),
            List.of());
    return Diagnosis.of(looks.lock(lock).recording()).verdict();
  }

  @Test
  void whatWasCountedTellsMoreThanAFewLooks() {
    assertThat(verdict(8_000_000).kind()).isEqualTo(FindingKind.REMOTE_WAIT);
    assertThat(verdict(3_200_000_000L).kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  private static Looks inNative(long nanosEach, double othersCores) {
    return new Looks(2, 0.2, othersCores)
        .turns("importer", nanosEach)
        .runs("importer", 0.1, STEP, INSERT)
        .looks(30);
  }

  @Test
  void whoGivesItsCoreAwayInNativeCodeAgainAndAgainWaitsThere() {
    assertThat(inNative(90_000, 0).ledger().roots().get(0).kind()).isEqualTo(FindingKind.UNKNOWN);
  }

  @Test
  void whoIsSeldomOnACoreThoughOneIsFreeWaitsInNativeCode() {
    assertThat(inNative(4_000_000, 0).ledger().roots().get(0).kind())
        .isEqualTo(FindingKind.UNKNOWN);
  }

  @Test
  void whoIsKeptFromItsCoreInNativeCodeWorksThere() {
    assertThat(inNative(4_000_000, 1.7).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.UNKNOWN);
  }

  @Test
  void whoWaitsElsewhereInBetweenWorksInNativeCode() {
    Looks looks = new Looks(2, 0.2).turns("importer", 90_000);
    for (int i = 0; i < 60; i++) {
      if (i % 5 == 0) {
        looks.runs("importer", 0.2, STEP, INSERT);
      } else {
        looks.ran("importer", 0.2, PARK, GET, INSERT);
      }
      looks.look();
    }
    assertThat(looks.ledger().roots()).noneMatch(root -> root.kind() == FindingKind.UNKNOWN);
  }
}
