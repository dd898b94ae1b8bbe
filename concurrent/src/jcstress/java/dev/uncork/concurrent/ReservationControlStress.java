package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The control of {@link ReservationStress}: without the fence both get inside. A run that doesn't
 * see that proves nothing about the other test either; {@code stress control} checks it.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING, desc = "both are inside")
@Outcome(expect = ACCEPTABLE, desc = "at most one is inside")
@State
public class ReservationControlStress {
  private final Reservation reservation = new Reservation(null);

  @Actor
  public void owner(ZZ_Result seen) {
    seen.r1 = reservation.enter();
  }

  @Actor
  public void revoker(ZZ_Result seen) {
    reservation.announce(null);
    seen.r2 = reservation.idle();
  }
}
