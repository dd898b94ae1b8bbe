package dev.uncork.concurrent.control;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@code CounterSumStress} on a counter whose sum reads cell after cell without freezing them, as
 * {@code LongAdder} does.
 */
@JCStressTest
@Outcome(
    id = {"0", "5", "8"},
    expect = ACCEPTABLE,
    desc = "a value that the counter had")
@Outcome(expect = FORBIDDEN, desc = "the second add without the first")
@State
public class AdderSumControl {
  private volatile int first;
  private volatile int second;

  @Actor
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread adds
  public void adds5Then3() {
    first += 5;
    second += 3;
  }

  @Actor
  public void sums(I_Result seen) {
    int sum = first;
    seen.r1 = sum + second;
  }
}
