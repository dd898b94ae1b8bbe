package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Each iteration of a {@link Parallel} loop runs once, and its caller sees what all have done. */
@JCStressTest
@Outcome(id = "111", expect = ACCEPTABLE, desc = "each iteration once, all visible")
@Outcome(expect = FORBIDDEN, desc = "an iteration lost, doubled or not visible to the caller")
@State
public class LoopRunStress {
  private final LoopRun loop = new LoopRun(0, 3, () -> false);
  private final int[] done = new int[3];

  @Actor
  public void caller(I_Result seen) {
    loop.work(i -> done[i]++);
    try {
      loop.awaitOthers(new Future<?>[0]);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    seen.r1 = done[0] * 100 + done[1] * 10 + done[2];
  }

  @Actor
  public void helper() {
    loop.work(i -> done[i]++);
  }
}
