package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reset takes each add once: into the value that it returns, or not. */
@JCStressTest
@Outcome(
    id = {"0, 3", "1, 2", "3, 0"},
    expect = ACCEPTABLE,
    desc = "nothing lost")
@Outcome(expect = FORBIDDEN, desc = "lost or doubled")
@State
public class CounterResetStress {
  private final StripedCounter counter = new StripedCounter(4);

  @Actor
  public void adds1Then2() {
    counter.addTo(StripedCounter.cellOf(0), 1);
    counter.addTo(StripedCounter.cellOf(3), 2);
  }

  @Actor
  public void resets(II_Result seen) {
    seen.r1 = (int) counter.sumThenReset();
  }

  @Arbiter
  public void rest(II_Result seen) {
    seen.r2 = (int) counter.sum();
  }
}
