package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A sum is a value that the counter had: LongAdder may show the second add without the first. */
@JCStressTest
@Outcome(
    id = {"0", "5", "8"},
    expect = ACCEPTABLE,
    desc = "a value that the counter had")
@Outcome(expect = FORBIDDEN, desc = "the second add without the first")
@State
public class CounterSumStress {
  private final StripedCounter counter = new StripedCounter(8);

  @Actor
  public void adds5Then3() {
    counter.addTo(StripedCounter.cellOf(0), 5); // where a sum looks first
    counter.addTo(StripedCounter.cellOf(7), 3);
  }

  @Actor
  public void sums(I_Result seen) {
    seen.r1 = (int) counter.sum();
  }
}
