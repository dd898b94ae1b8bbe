package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** No add is lost, and who sees an add sees what was done before it. */
@JCStressTest
@Outcome(
    id = {"1, 3, 7", "3, 2, 7", "3, 2, 0"},
    expect = ACCEPTABLE,
    desc = "one add before the other; its data comes along")
@Outcome(expect = FORBIDDEN, desc = "a lost add, or an add without the data before it")
@State
public class InPlaceCounterStress {
  private static final InPlaceCounter<InPlaceCounterStress> COUNT =
      InPlaceCounter.of(MethodHandles.lookup(), InPlaceCounterStress.class, "count");

  @SuppressWarnings("unused") // through COUNT
  private int count;

  private int data;

  @Actor
  public void addsOne(III_Result seen) {
    data = 7;
    seen.r1 = (int) COUNT.add(this, 1);
  }

  @Actor
  public void addsTwo(III_Result seen) {
    seen.r2 = (int) COUNT.add(this, 2);
    seen.r3 = data;
  }
}
