package dev.uncork.concurrent.control;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@code RingStress} on a ring whose takers store {@code head} instead of compare-and-set. */
@JCStressTest
@Outcome(
    id = {"1, 0, 2", "1, 2, 0", "2, 1, 0"},
    expect = ACCEPTABLE,
    desc = "each unit once, the owner takes the oldest that is left")
@Outcome(expect = FORBIDDEN, desc = "lost or doubled")
@State
public class RingControl {
  private final int[] slots = new int[2];
  private volatile int head;
  private volatile int tail;

  private void offer(int unit) {
    slots[tail & 1] = unit;
    tail = tail + 1;
  }

  private int poll() {
    int first = head;
    if (first >= tail) {
      return 0;
    }
    int unit = slots[first & 1];
    head = first + 1;
    return unit;
  }

  @Actor
  public void owner(III_Result seen) {
    offer(1);
    offer(2);
    seen.r1 = poll();
  }

  @Actor
  public void thief(III_Result seen) {
    seen.r2 = poll();
  }

  @Arbiter
  public void rest(III_Result seen) {
    for (int unit = poll(); unit != 0; unit = poll()) {
      seen.r3 += unit;
    }
  }
}
