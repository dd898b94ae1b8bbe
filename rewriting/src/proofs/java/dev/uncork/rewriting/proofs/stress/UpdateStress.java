package dev.uncork.rewriting.proofs.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** One thread uses an object until it is its own and goes on; another wants it now and then. */
@JCStressTest
@Outcome(id = "0, 0, 17", expect = ACCEPTABLE, desc = "no update lost, none seen half")
@Outcome(expect = FORBIDDEN, desc = "both were inside")
@State
public class UpdateStress {
  private final Tally tally = new Tally();

  @Actor
  public void owner(III_Result seen) {
    seen.r1 = tally.use(16);
  }

  @Actor
  public void other(III_Result seen) {
    seen.r2 = tally.difference();
    tally.add();
  }

  @Arbiter
  public void total(III_Result seen) {
    seen.r3 = tally.get();
  }
}
