package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** No update under the lock is lost while it is reserved for one thread and revoked by another. */
@JCStressTest
@Outcome(id = "6", expect = ACCEPTABLE, desc = "every update")
@Outcome(expect = FORBIDDEN, desc = "a lost update")
@State
public class ReservableLockStress {
  private static final ReservationGroup GROUP = new ReservationGroup("stress", Integer.MAX_VALUE);

  private final ReservableLock lock = new ReservableLock(GROUP, 1);
  private int sum;

  private void add(int delta) {
    lock.lock();
    sum += delta;
    lock.unlock();
  }

  @Actor
  public void addsThreeTimes() {
    add(1);
    add(1);
    add(1);
  }

  @Actor
  public void addsNestedOrNotAtAll() {
    lock.lock();
    add(2);
    if (lock.tryLock()) {
      sum++;
      lock.unlock();
    }
    lock.unlock();
  }

  @Arbiter
  public void sum(I_Result seen) {
    seen.r1 = sum;
  }
}
