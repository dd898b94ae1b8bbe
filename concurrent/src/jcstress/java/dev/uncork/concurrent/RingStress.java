package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A ring's unit goes to one taker, whole. */
@JCStressTest
@Outcome(
    id = {"1, 0, 2", "1, 2, 0", "2, 1, 0"},
    expect = ACCEPTABLE,
    desc = "each unit once, the owner takes the oldest that is left")
@Outcome(expect = FORBIDDEN, desc = "lost or doubled")
@State
public class RingStress {
  private final LocalRing<Integer> ring = new LocalRing<>(2);

  @Actor
  public void owner(III_Result seen) {
    ring.offer(1);
    ring.offer(2);
    Integer unit = ring.poll();
    seen.r1 = unit == null ? 0 : unit;
  }

  @Actor
  public void thief(III_Result seen) {
    Object[] units = new Object[2];
    int taken = ring.pollInto(units, 2, true);
    for (int i = 0; i < taken; i++) {
      seen.r2 += (Integer) units[i];
    }
  }

  @Arbiter
  public void rest(III_Result seen) {
    for (Integer unit = ring.poll(); unit != null; unit = ring.poll()) {
      seen.r3 += unit;
    }
  }
}
