package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.stack.Activity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sleeps to keep a beat, and who sleeps while there is something to do. */
class SleepersTest {
  private static final String PARK_NANOS =
      "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:252)";
  private static final String OBJECT_WAIT = "java.lang.Object.wait(Object.java:338)";
  private static final String STREAM =
      "java.util.stream.ForEachOps$ForEachOp.accept(ForEachOps.java:183)";
  private static final String MAIN = "com.acme.Import.run(Import.java:8)";

  @Test
  void whoWasStartedForATaskDoesNotSleepByDesign() {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 40; i++) {
      looks.waitsFor(
          "upload", "com.acme.Throttle", OBJECT_WAIT, "com.acme.Throttle.enter(Throttle.java:4)");
      looks.ran("import-" + i, 0, SLEEP, "com.acme.Import.run(Import.java:9)").look();
    }
    Root root = looks.root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(root.causes().get(0).activity()).isEqualTo(Activity.SLEEP);
  }

  @Test
  void whoSleepsWithAPermitIsOneOfSeveralWhateverTheJvmCallsALambda() {
    Looks looks = new Looks(2, 0.01);
    for (int i = 0; i < 40; i++) {
      for (int thread = 0; thread < 6; thread++) {
        if (thread == i % 6 || thread == (i + 1) % 6) {
          String lambda = "com.acme.Guard$$Lambda/0x00000000680ca" + (i % 2) + "a0.call(Unknown)";
          looks.ran("q-" + thread, 0.002, SLEEP, "com.acme.Api.ask(Api.java:9)", lambda);
        } else {
          looks.waitsForPermit("q-" + thread, 3, "com.acme.Guard.enter(Guard.java:12)");
        }
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 5})
  void whatAHousekeeperDidBeforeItsFirstSleepMakesNoWorkerOfIt(int times) {
    Looks looks = new Looks(2, 0.5);
    for (int i = 0; i < times; i++) {
      double share = i == 0 ? 1 : 0.002;
      looks.ran("main", share, SLEEP, "com.acme.Main.main(Main.java:3)").look();
    }
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.3));
    assertThat(looks.ledger().roots()).isEmpty();
  }

  @Test
  void housekeepersWaitForNobody() {
    Looks looks = new Looks(2, 0);
    for (int i = 0; i < 40; i++) {
      if (i % 8 == 0) {
        looks.waits("sweeper", PARK_NANOS, "com.acme.Sweeper.run(Sweeper.java:3)");
      } else {
        looks.stays("sweeper", PARK_NANOS, "com.acme.Sweeper.run(Sweeper.java:3)");
      }
      looks
          .stays("heartbeat", PARK_NANOS, "com.acme.Beat.run(Beat.java:3)")
          .stays("expiry", OBJECT_WAIT, "com.acme.Expiry.run(Expiry.java:3)")
          .stays("cleaner", SLEEP, "com.acme.Cleaner.run(Cleaner.java:3)")
          .look();
    }
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(1e-6));
  }

  @Test
  void sleepersOfTwoKindsOfThreadsAtOnePlaceAreNotLone() {
    Root root =
        new Looks(2, 0.01)
            .ran("import", 0.005, SLEEP, "com.acme.Fetch.get(Fetch.java:3)", STREAM, MAIN)
            .ran("common-1", 0.005, SLEEP, "com.acme.Fetch.get(Fetch.java:3)", STREAM)
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.TIMED_WAIT);
  }

  @Test
  void whoCallsAHelperThatOnlySleepsIsSaidToSleep() {
    String nap = "com.acme.Threads.nap(Threads.java:9)";
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 30; i++) {
      looks.waits("main", SLEEP, nap, "com.acme.Main.main(Main.java:4)");
      looks.waits("desk-1", SLEEP, nap, "com.acme.Desk.dial(Desk.java:20)");
      looks.waits("desk-2", SLEEP, nap, "com.acme.Desk.dial(Desk.java:20)");
      looks.look();
    }
    assertThat(looks.root().site().orElseThrow().method()).isEqualTo("dial");
  }

  @Test
  void aMethodThatAlsoWorksIsSaidToSleepItself() {
    String step = "com.acme.Step.next(Step.java:9)";
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 30; i++) {
      looks.waits("main", SLEEP, step, "com.acme.Main.main(Main.java:4)");
      looks
          .waits("desk-1", SLEEP, step, "com.acme.Desk.dial(Desk.java:20)")
          .runs("desk-2", 1, step);
      looks.look();
    }
    assertThat(looks.root().site().orElseThrow().method()).isEqualTo("next");
  }

  @Test
  void aTimerThatAlwaysSleepsInSomeTaskIsFull() {
    String loop = "java.util.TimerThread.mainLoop(Timer.java:566)";
    Looks looks = new Looks(2, 0.02);
    for (int i = 0; i < 40; i++) {
      looks.waits("Timer-0", SLEEP, "com.acme.Mail.send(Mail.java:7)", loop).look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
  }

  @Test
  void anEventLoopThatAlwaysSleepsIsNoHousekeeper() {
    String loop = "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:562)";
    Looks looks = new Looks(2, 0.02);
    for (int i = 0; i < 40; i++) {
      looks.ran("loop-1", 0.02, SLEEP, "com.acme.Handler.read(Handler.java:7)", loop).look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
  }
}
