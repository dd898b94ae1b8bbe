package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** No update under the lock is lost while it is overtaken, handed over and given up. */
@JCStressTest
@Outcome(id = "6", expect = ACCEPTABLE, desc = "every update")
@Outcome(expect = FORBIDDEN, desc = "a lost update, or a lock that is never free again")
@State
public class TickLockStress {
  private final TickLock lock = new TickLock(0, TimeUnit.NANOSECONDS);
  private int sum;

  private void add(int delta) {
    lock.lock();
    sum += delta;
    lock.unlock();
  }

  @Actor
  public void addsThree() {
    add(1);
    add(2);
  }

  @Actor
  public void addsTwoAndOneHoweverLong() {
    add(2);
    try {
      while (!lock.tryLock(1, TimeUnit.MICROSECONDS)) {
        Thread.onSpinWait();
      }
      sum++;
      lock.unlock();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the sum tells
    }
  }

  @Arbiter
  public void sum(I_Result seen) {
    seen.r1 = sum;
    if (!lock.tryLock()) {
      seen.r1 = -1;
    }
  }
}
