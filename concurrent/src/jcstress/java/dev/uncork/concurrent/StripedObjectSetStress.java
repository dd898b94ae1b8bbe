package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A striped set of objects: of two that add equal elements one succeeds, and none is lost. */
@JCStressTest
@Outcome(
    id = {"true, false, 3", "false, true, 3"},
    expect = ACCEPTABLE,
    desc = "one added it")
@Outcome(expect = FORBIDDEN, desc = "added twice, or lost")
@State
public class StripedObjectSetStress {
  private final StripedSet<String> set = new StripedSet<>(1);

  @Actor
  public void first(ZZI_Result seen) {
    set.add("one");
    seen.r1 = set.add("both");
  }

  @Actor
  public void second(ZZI_Result seen) {
    seen.r2 = set.add("both");
    set.add("two");
  }

  @Arbiter
  public void counts(ZZI_Result seen) {
    seen.r3 = (int) set.size();
  }
}
