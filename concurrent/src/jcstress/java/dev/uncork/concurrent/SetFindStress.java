package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A value found stays found while tables grow, and brings what its adder did before. */
@JCStressTest
@Outcome(
    id = {"0, 0, 0", "0, 1, 7", "1, 1, 7"},
    expect = ACCEPTABLE,
    desc = "found from then on")
@Outcome(expect = FORBIDDEN, desc = "lost, or found without its adder's data")
@State
public class SetFindStress {
  private final LongFingerprintSet set = SetAddStress.crowded();
  private int data;

  @Actor
  public void adds() {
    data = 7;
    set.add(SetAddStress.inFirstSegment(100));
  }

  @Actor
  public void growsAndFinds(III_Result seen) {
    set.add(SetAddStress.inFirstSegment(101));
    seen.r1 = set.contains(SetAddStress.inFirstSegment(100)) ? 1 : 0;
    boolean found = set.contains(SetAddStress.inFirstSegment(100));
    seen.r2 = found ? 1 : 0;
    seen.r3 = found ? data : 0;
  }
}
