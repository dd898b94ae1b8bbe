package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A put wakes a worker that waits, whatever the order; a lost wake-up would cost a time-out. */
@JCStressTest
@Outcome(id = "7", expect = ACCEPTABLE, desc = "taken")
@Outcome(expect = FORBIDDEN, desc = "not taken")
@State
public class WorklistWakeStress {
  private final ChunkedWorklist<Integer> list =
      ChunkedWorklist.<Integer>builder().chunkUnits(4).build();
  private final ChunkedWorklist.Worker<Integer> putter = list.worker();
  private final ChunkedWorklist.Worker<Integer> taker = list.worker();

  @Actor
  public void puts() {
    Uninterrupted.put(putter, 7);
  }

  @Actor
  public void takes(I_Result seen) {
    seen.r1 = Uninterrupted.poll(taker, 20);
  }
}
