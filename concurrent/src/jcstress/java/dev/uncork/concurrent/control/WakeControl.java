package dev.uncork.concurrent.control;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The store and load by which a put and an idle worker find each other (see {@code SharedPart}),
 * with release and acquire in place of volatile accesses: both may miss the other, so a unit would
 * lie there while a worker waits.
 */
@JCStressTest
@Outcome(
    id = {"true, true", "true, false", "false, true"},
    expect = ACCEPTABLE,
    desc = "one sees the other")
@Outcome(expect = FORBIDDEN, desc = "both miss: a lost wake-up")
@State
public class WakeControl {
  private static final VarHandle UNIT = handle("unit");
  private static final VarHandle HUNGRY = handle("hungry");

  @SuppressWarnings("unused") // through UNIT
  private boolean unit;

  @SuppressWarnings("unused") // through HUNGRY
  private boolean hungry;

  @Actor
  public void puts(ZZ_Result seen) {
    UNIT.setRelease(this, true);
    seen.r1 = (boolean) HUNGRY.getAcquire(this);
  }

  @Actor
  public void waits(ZZ_Result seen) {
    HUNGRY.setRelease(this, true);
    seen.r2 = (boolean) UNIT.getAcquire(this);
  }

  private static VarHandle handle(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(WakeControl.class, name, boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
