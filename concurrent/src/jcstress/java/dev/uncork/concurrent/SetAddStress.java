package dev.uncork.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Of two threads that add the same value while the table grows, one succeeds. */
@JCStressTest
@Outcome(
    id = {"true, false, 30", "false, true, 30"},
    expect = ACCEPTABLE,
    desc = "one added it")
@Outcome(expect = FORBIDDEN, desc = "added twice, or never, or counted wrong")
@State
public class SetAddStress {
  static final int BEFORE_GROWTH = 27;
  private final LongFingerprintSet set = crowded();

  /** A set with one segment's table of 32 slots, which grows at its 28th value. */
  static LongFingerprintSet crowded() {
    LongFingerprintSet set = new LongFingerprintSet(1, 0);
    for (long i = 1; i <= BEFORE_GROWTH; i++) {
      set.add(inFirstSegment(i));
    }
    return set;
  }

  static long inFirstSegment(long i) {
    return LongFingerprintSet.unmix(LongFingerprintSet.mix(i) >>> 1);
  }

  @Actor
  public void first(ZZI_Result seen) {
    seen.r1 = set.add(inFirstSegment(100));
    set.add(inFirstSegment(101));
  }

  @Actor
  public void second(ZZI_Result seen) {
    set.add(inFirstSegment(102));
    seen.r2 = set.add(inFirstSegment(100));
  }

  @Arbiter
  public void counts(ZZI_Result seen) {
    int[] visited = new int[1];
    set.forEach(value -> visited[0]++);
    seen.r3 = visited[0] == set.size() ? visited[0] : -1;
  }
}
