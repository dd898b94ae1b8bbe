import dev.uncork.concurrent.LongFingerprintSet;
import dev.uncork.concurrent.Parallel;
import dev.uncork.concurrent.StripedLongSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Trap: one lock around the table of all fingerprints. Wrong: to ask first and add then, which lets
 * two threads both believe that they were first. Right: one add, whose answer says who was first,
 * on a set without locks, or on stripes if values must be removed.
 *
 * <p>Expected output:
 *
 * <pre>
 * synchronized: 50000 distinct
 * lock-free: 50000 distinct, 50000 firsts
 * striped: 50000 distinct, largest 49999
 * </pre>
 */
public final class Example02FingerprintSet {
  private static final int THREADS = 4;
  private static final int VALUES = 50_000;

  private Example02FingerprintSet() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Parallel threads = Parallel.threads(THREADS);

    Set<Long> trap = Collections.synchronizedSet(new HashSet<>());
    threads.forEach(0, THREADS, thread -> eachValue(trap::add));
    System.out.println("synchronized: " + trap.size() + " distinct");

    // Wrong: if (!set.contains(v)) { set.add(v); firsts++; }

    LongFingerprintSet right = new LongFingerprintSet();
    long firsts = threads.reduce(0, THREADS, thread -> eachValue(right::add), Long::sum, 0L);
    System.out.println("lock-free: " + right.size() + " distinct, " + firsts + " firsts");

    StripedLongSet striped = new StripedLongSet(1_024);
    threads.forEach(0, THREADS, thread -> eachValue(striped::add));
    long largest =
        striped.checkAll(threads, Example02FingerprintSet::largest, Math::max, Long.MIN_VALUE);
    System.out.println("striped: " + striped.size() + " distinct, largest " + largest);
  }

  private interface Adding {
    boolean add(long value);
  }

  private static long eachValue(Adding set) {
    long firsts = 0;
    for (long value = 0; value < VALUES; value++) {
      firsts += set.add(value) ? 1 : 0;
    }
    return firsts;
  }

  private static long largest(long[] values) {
    long largest = Long.MIN_VALUE;
    for (long value : values) {
      largest = Math.max(largest, value);
    }
    return largest;
  }
}
