package dev.uncork.concurrent.control;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * {@code SetAddStress} on a table that is grown by copying it without marking the slots that are
 * empty: an add may go into a slot behind the copier, and be lost.
 */
@JCStressTest
@Outcome(
    id = {"true, false, 1", "false, true, 1"},
    expect = ACCEPTABLE,
    desc = "one added it")
@Outcome(expect = FORBIDDEN, desc = "added twice, or lost")
@State
public class SetAddControl {
  private static final int SLOT = 1;
  private final AtomicLongArray first = new AtomicLongArray(2);
  private final AtomicLongArray second = new AtomicLongArray(4);
  private volatile AtomicLongArray table = first;

  private boolean add() {
    return table.compareAndSet(SLOT, 0, 7);
  }

  private void grow() {
    for (int i = 0; i < first.length(); i++) {
      second.set(i, first.get(i));
    }
    table = second;
  }

  @Actor
  public void addsAndGrows(ZZI_Result seen) {
    grow();
    seen.r1 = add();
  }

  @Actor
  public void adds(ZZI_Result seen) {
    seen.r2 = add();
  }

  @Arbiter
  public void counts(ZZI_Result seen) {
    seen.r3 = table.get(SLOT) == 7 ? 1 : 0;
  }
}
