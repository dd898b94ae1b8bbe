package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Threads of several pools that work one after the other, as one of them would. */
class RelayTest {
  private static final String[] IDLE = {
    PARK,
    "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take(S.java:1170)",
    "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1062)"
  };

  private static final String RANK = "com.acme.Matcher.rank(Matcher.java:32)";
  private static final String READ = "com.acme.Inbox.next(Inbox.java:9)";

  /**
   * Two pools, of which one reads what the other ranks; every third look comes while they hand
   * over.
   */
  private static Ledger pipeline(IntToDoubleFunction cores) {
    Looks looks = new Looks(2, 0.95);
    for (int i = 0; i < 60; i++) {
      double cpu = cores.applyAsDouble(i);
      if (i % 3 == 0) {
        looks.ran("rank-1", 0.7 * cpu, IDLE).ran("read-1", 0.3 * cpu, IDLE);
      } else if (i % 3 == 1) {
        looks.runs("rank-2", 0.7 * cpu, RANK).ran("read-1", 0.3 * cpu, IDLE);
      } else {
        looks.ran("rank-1", 0.7 * cpu, IDLE).runs("read-1", 0.3 * cpu, READ);
      }
      looks.look();
    }
    return looks.ledger();
  }

  @Test
  void poolsThatHandEachElementToEachOtherAreOneThreadAtWork() {
    Root root = pipeline(look -> 0.96).roots().get(0);

    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.leftCoreSeconds()).isGreaterThan(4);
  }

  @Test
  void aLoadThatVariesIsNot() {
    assertThat(pipeline(look -> look % 2 == 0 ? 0.6 : 1.3).roots()).isEmpty();
  }
}
