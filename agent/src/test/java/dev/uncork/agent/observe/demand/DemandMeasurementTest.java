package dev.uncork.agent.observe.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.event.ContendedLockEvent;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** When a program's code is changed to measure demand: no class takes these locks, so it ends. */
class DemandMeasurementTest {
  private static final long SECOND = 1_000_000_000L;

  private double compilingShare = 0.3;

  /** Whether it began after so many seconds, in each of which threads waited so for each lock. */
  private boolean begins(boolean atOnce, int seconds, double... waitingThreads) {
    Instrumentation none =
        (Instrumentation)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError("no code may be changed: " + method);
                });
    DemandMeasurement measurement = new DemandMeasurement(none, () -> compilingShare, atOnce);
    measurement.second(1);
    for (int second = 1; second <= seconds; second++) {
      for (int lock = 0; lock < waitingThreads.length; lock++) {
        ContendedLockEvent event = new ContendedLockEvent();
        event.waitTime = (long) (waitingThreads[lock] * SECOND);
        measurement
            .listener()
            .lock(new LockCounts.LockKey(LockKind.MONITOR, lock, 1), "com.acme.A", event);
      }
      assertThat(measurement.second(1 + second * SECOND)).isNull();
    }
    return measurement.finished();
  }

  @Test
  void aHotLockIsMeasuredAsSoonAsItStaysHot() {
    assertThat(begins(false, 2, 0.8)).isFalse();
    assertThat(begins(false, 3, 0.8)).isTrue();
  }

  @Test
  void warmLocksWaitUntilCompilingEverythingAgainIsCheap() {
    assertThat(begins(false, 100, 0.3, 0.3, 0.3)).isFalse();
    compilingShare = 0.005;
    assertThat(begins(false, 3, 0.3)).isTrue();
    assertThat(begins(false, 100, 0.001)).isFalse();
  }

  @Test
  void whoWantsItGetsItAtOnce() {
    assertThat(begins(true, 3, 0.3)).isTrue();
    assertThat(begins(true, 100, 0.001)).isFalse();
  }
}
