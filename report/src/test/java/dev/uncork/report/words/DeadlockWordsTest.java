package dev.uncork.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.ledger.Stuck;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeadlockWordsTest {
  private static final Optional<Frame> SITE =
      Optional.of(Frame.parse("com.acme.Bank.transfer(Bank.java:17)"));

  private static final Stuck FIRST = new Stuck("teller-1", "com.acme.Account", "teller-3", SITE);
  private static final Stuck SECOND =
      new Stuck(
          "teller-3",
          "java.util.concurrent.locks.ReentrantLock$NonfairSync",
          "teller-1",
          Optional.empty());

  @Test
  void oneLineTellsOfEachThread() {
    assertThat(DeadlockWords.lines(List.of(FIRST, SECOND)))
        .containsExactly(
            "Deadlock: 2 threads wait for each other for ever:",
            "  teller-1 waits for an Account that teller-3 holds, at"
                + " com.acme.Bank.transfer(Bank.java:17)",
            "  teller-3 waits for a ReentrantLock that teller-1 holds");
  }

  @Test
  void aSentenceNamesTwoOfThem() {
    assertThat(DeadlockWords.sentence(List.of(SECOND, FIRST)))
        .isEqualTo(
            "Deadlock: teller-3 waits for a ReentrantLock that teller-1 holds; teller-1 waits for"
                + " an Account that teller-3 holds, at com.acme.Bank.transfer(Bank.java:17)");
    assertThat(DeadlockWords.sentence(List.of(SECOND, SECOND, FIRST, FIRST)))
        .endsWith("; 2 more are part of it");
    assertThat(DeadlockWords.sentence(List.of(SECOND, SECOND, FIRST)))
        .endsWith("; one more thread is part of it");
  }

  @Test
  void aClassIsInitialised() {
    Stuck client = new Stuck("client", Stuck.CLASS + "com.acme.Prices", "loader", SITE);
    assertThat(DeadlockWords.lines(List.of(client)).get(1))
        .isEqualTo(
            "  client waits for class com.acme.Prices, which loader initialises, at"
                + " com.acme.Bank.transfer(Bank.java:17)");
  }

  @Test
  void roomAndPermitsAreNoLocks() {
    String queue = Stuck.ROOM + "java.util.concurrent.ArrayBlockingQueue";
    String permits = Stuck.PERMIT + "java.util.concurrent.Semaphore";
    assertThat(DeadlockWords.clause(new Stuck("spider-1", queue, "", Optional.empty())))
        .isEqualTo("spider-1 waits for room in an ArrayBlockingQueue that nobody empties");
    assertThat(DeadlockWords.clause(new Stuck("packer-1", permits, "", Optional.empty())))
        .isEqualTo("packer-1 waits for a permit of a Semaphore, which nobody gives back");
  }

  @Test
  void aPoolMayWaitForItself() {
    Stuck worker = new Stuck("render-1", AwaitedClass.OWN_QUEUE, "render-1", SITE);
    assertThat(DeadlockWords.lines(List.of(worker, worker)))
        .containsExactly(
            "Deadlock: 2 threads of a pool wait for tasks in its own queue:",
            "  render-1 waits for a task in its pool's queue, at"
                + " com.acme.Bank.transfer(Bank.java:17)",
            "  render-1 waits for a task in its pool's queue, at"
                + " com.acme.Bank.transfer(Bank.java:17)");
    assertThat(DeadlockWords.lines(List.of(worker)).get(0))
        .isEqualTo("Deadlock: the only thread of a pool waits for tasks in its own queue:");
  }

  @Test
  void whoHasASharedLockIsNotKnown() {
    assertThat(DeadlockWords.clause(new Stuck("a", "com.acme.Shared", "", Optional.empty())))
        .isEqualTo("a waits for a Shared that nobody gives back");
  }

  @Test
  void aClassInAClassAndAnArrayAreNamedAsTheyAre() {
    assertThat(DeadlockWords.clause(new Stuck("a", "com.acme.Bank$Till", "b", Optional.empty())))
        .isEqualTo("a waits for a Bank$Till that b holds");
    assertThat(DeadlockWords.clause(new Stuck("a", "[Ljava.lang.Object;", "b", Optional.empty())))
        .isEqualTo("a waits for an Object[] that b holds");
  }
}
