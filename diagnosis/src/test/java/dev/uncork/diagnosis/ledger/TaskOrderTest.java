package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskOrderTest {
  private static final String AWAIT =
      "java.util.concurrent.CountDownLatch.await(CountDownLatch.java:230)";
  private static final String TASK = "com.acme.Stage.run(Stage.java:7)";
  private static final String WORK = "com.acme.Stage.draw(Stage.java:40)";
  private static final int POOL = 5;
  private static final int WORKERS = 4;

  /** Tasks wait in a pool's queue; of its workers one is seen at work at times. */
  private static FindingKind pool(double cpuEach, boolean eventLoop, String task) {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 40; i++) {
      looks.pool(POOL, WORKERS, WORKERS, 9);
      for (int w = 0; w < WORKERS; w++) {
        String name = "stage-" + w;
        if (i % 3 == 0 && w == i % WORKERS) {
          looks.worker(name, POOL, Thread.State.RUNNABLE, cpuEach, WORK, task);
        } else {
          looks.worker(name, POOL, Thread.State.WAITING, cpuEach, PARK, AWAIT, TASK);
        }
      }
      if (eventLoop) {
        looks.selects("loop", "10.0.0.1:80", false);
      }
      looks.look();
    }
    return looks.root().kind();
  }

  @Test
  void tasksThatWaitForTheOneBeforeThemTakeTurns() {
    assertThat(pool(0.22, false, TASK)).isEqualTo(FindingKind.HAND_OVER);
  }

  @Test
  void whoWaitsForWhatComesFromElsewhereIsNotInOrder() {
    assertThat(pool(0.22, true, TASK)).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(pool(0.05, false, TASK)).isEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  @Test
  void whoWaitsForOtherTasksInTheQueueIsNotInOrder() {
    assertThat(pool(0.22, false, "com.acme.Part.run(Part.java:9)"))
        .isEqualTo(FindingKind.POOL_TOO_SMALL);
  }
}
