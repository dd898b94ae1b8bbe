package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pools and queues whose users are blocked at a lock: more permits or room would gain nothing. */
class BehindLockTest {
  private static final String NOTE = "com.acme.Audit.note(Audit.java:66)";
  private static final String PUT =
      "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:370)";
  private static final String FEED = "com.acme.Feed.load(Feed.java:12)";
  private static final String MERGE = "com.acme.Compactor.merge(Compactor.java:81)";

  /** Threads that have a permit, of which some are blocked while one of them sleeps. */
  private static Root permits(int blocked, int sleeping) {
    Looks looks = new Looks(2, 0.2);
    looks.waits("desk-0", SLEEP, NOTE);
    for (int i = 1; i <= blocked; i++) {
      looks.blocked("desk-" + i, "com.acme.Audit", 7, "desk-0", NOTE);
    }
    for (int i = 0; i < sleeping; i++) {
      looks.waits("desk-" + (20 + i), SLEEP, "com.acme.Desk.query(Desk.java:31)");
    }
    for (int i = 0; i < 16; i++) {
      looks.waitsForPermit("desk-" + (40 + i), 5, "com.acme.Desk.connect(Desk.java:17)");
    }
    return looks.looks(40).root();
  }

  @Test
  void permitsWhoseHoldersAreBlockedAtALockWaitForTheLock() {
    Root root = permits(6, 1);

    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.object()).isEqualTo("com.acme.Audit");
    assertThat(root.threads()).as("blocked themselves").isEqualTo(6);
  }

  @Test
  void permitsWhoseHoldersMostlyDoSomethingElseAreTooFew() {
    assertThat(permits(2, 6).kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  private static Looks filled() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 4; i++) {
      looks.waits("feed-" + i, PARK, PUT, FEED);
    }
    return looks.runs("compactor", 1, MERGE);
  }

  @Test
  void aQueueWhoseConsumerIsBlockedAtALockWaitsForTheLock() {
    String size = "com.acme.Manifest.size(Manifest.java:22)";
    Looks looks = filled().blocked("flusher", "com.acme.Manifest", 7, "compactor", size);

    Root root = looks.looks(40).root();

    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.object()).isEqualTo("com.acme.Manifest");
  }

  @Test
  void aConsumerThatHasTheLockOfAnotherThreadIsStillTooSlow() {
    String take = "java.util.concurrent.ArrayBlockingQueue.take(ArrayBlockingQueue.java:420)";
    Looks looks = new Looks(2, 1).waits("compactor", PARK, take, MERGE).look();
    for (int i = 0; i < 4; i++) {
      looks.waits("feed-" + i, PARK, PUT, FEED);
    }
    looks.runs("compactor", 1, MERGE);
    looks.blocked("stats", "com.acme.Manifest", 7, "compactor", "com.acme.Stats.of(Stats.java:2)");

    assertThat(looks.looks(40).root().kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
  }
}
