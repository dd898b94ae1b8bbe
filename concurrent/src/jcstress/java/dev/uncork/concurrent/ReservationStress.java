package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Either the owner is inside, or the revoker sees it idle, never both. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the owner is inside, the revoker waits")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the owner backs off")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "the owner backs off, not yet visibly")
@Outcome(id = "true, true", expect = FORBIDDEN, desc = "both are inside")
@State
public class ReservationStress {
  private final Reservation reservation = new Reservation(null);

  @Actor
  public void owner(ZZ_Result seen) {
    seen.r1 = reservation.enter();
  }

  @Actor
  public void revoker(ZZ_Result seen) {
    reservation.revoke();
    seen.r2 = reservation.idle();
  }
}
