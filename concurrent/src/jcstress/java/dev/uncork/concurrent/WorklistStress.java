package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Units of a worker's own part and of others' reach one taker each. */
@JCStressTest
@Outcome(
    id = {"1, 0, 2", "1, 2, 0", "2, 1, 0"},
    expect = ACCEPTABLE,
    desc = "each unit once")
@Outcome(expect = FORBIDDEN, desc = "lost or doubled")
@State
public class WorklistStress {
  private final ChunkedWorklist<Integer> list =
      ChunkedWorklist.<Integer>builder().chunkUnits(1).build();
  private final ChunkedWorklist.Worker<Integer> owner = list.worker();
  private final ChunkedWorklist.Worker<Integer> other = list.worker();
  private final ChunkedWorklist.Worker<Integer> last = list.worker();

  @Actor
  public void puts(III_Result seen) {
    Uninterrupted.put(owner, 1);
    Uninterrupted.put(owner, 2);
    seen.r1 = Uninterrupted.poll(owner, 0);
  }

  @Actor
  public void takes(III_Result seen) {
    seen.r2 = Uninterrupted.poll(other, 0);
  }

  @Arbiter
  public void rest(III_Result seen) {
    for (int unit = Uninterrupted.poll(last, 0); unit != 0; unit = Uninterrupted.poll(last, 0)) {
      seen.r3 += unit;
    }
  }
}
