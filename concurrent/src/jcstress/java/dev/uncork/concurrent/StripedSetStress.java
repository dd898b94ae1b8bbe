package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A striped set's add, remove and size agree. */
@JCStressTest
@Outcome(
    id = {"true, false, 1", "true, true, 0"},
    expect = ACCEPTABLE,
    desc = "in some order")
@Outcome(expect = FORBIDDEN, desc = "in no order")
@State
public class StripedSetStress {
  private final StripedLongSet set = new StripedLongSet(4);

  @Actor
  public void adds(ZZI_Result seen) {
    seen.r1 = set.add(9);
  }

  @Actor
  public void removes(ZZI_Result seen) {
    seen.r2 = set.remove(9);
  }

  @Arbiter
  public void counts(ZZI_Result seen) {
    seen.r3 = (int) set.size();
  }
}
