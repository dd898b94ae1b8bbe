package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two counters: at least one of two threads sees the other's add. */
@JCStressTest
@Outcome(
    id = {"0, 1", "1, 0", "1, 1"},
    expect = ACCEPTABLE,
    desc = "linearizable")
@Outcome(expect = FORBIDDEN, desc = "both adds were late")
@State
public class CounterOrderStress {
  private final StripedCounter x = new StripedCounter(2);
  private final StripedCounter y = new StripedCounter(2);

  @Actor
  public void xThenY(II_Result seen) {
    x.increment();
    seen.r1 = (int) y.sum();
  }

  @Actor
  public void yThenX(II_Result seen) {
    y.increment();
    seen.r2 = (int) x.sum();
  }
}
