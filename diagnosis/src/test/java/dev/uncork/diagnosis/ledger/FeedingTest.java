package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether a thread that sleeps gives others the results for which they wait. */
class FeedingTest {
  private static final String[] JOIN = {
    PARK,
    "java.util.concurrent.CompletableFuture.waitingGet(CompletableFuture.java:1919)",
    "java.util.concurrent.CompletableFuture.join(CompletableFuture.java:2143)",
    "com.acme.Desk.order(Desk.java:55)"
  };

  private static Looks desks() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 12; i++) {
      looks.ran("desk-" + i, 0.001, JOIN);
    }
    return looks
        .ran("tailer", 0.002, SLEEP, "com.acme.Tailer.follow(Tailer.java:478)")
        .stays("main", SLEEP, "com.acme.Desk.report(Desk.java:71)");
  }

  @Test
  void whoLooksNowAndThenForWhatOthersWaitForIsWaitedFor() {
    Root root = desks().looks(60).root();

    assertThat(root.kind()).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(root.site()).hasToString("Optional[com.acme.Tailer.follow(Tailer.java:478)]");
  }

  @Test
  void notWhereResultsMayComeFromElsewhere() {
    Looks connected =
        desks()
            .waits(
                "peer",
                "sun.nio.ch.SocketDispatcher.read0(SocketDispatcher.java)",
                "sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:314)",
                "com.acme.Peer.listen(Peer.java:9)");
    Looks timed =
        desks()
            .ran(
                "timer",
                0.001,
                PARK,
                "java.util.concurrent.DelayScheduler.loop(DelayScheduler.java:306)",
                "java.util.concurrent.DelayScheduler.run(DelayScheduler.java:227)");

    assertThat(connected.looks(60).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.TIMED_WAIT);
    assertThat(timed.looks(60).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.TIMED_WAIT);
  }
}
