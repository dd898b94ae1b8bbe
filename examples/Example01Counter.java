import dev.uncork.concurrent.Parallel;
import dev.uncork.concurrent.StripedCounter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Trap: a synchronized counter is the first lock to block, although it is held for a nanosecond.
 * Wrong: a LongAdder where the total must be exact while others still add. Right: StripedCounter.
 *
 * <p>Expected output:
 *
 * <pre>
 * synchronized: 400000
 * striped: 400000
 * sums that the counter never had: 0
 * </pre>
 */
public final class Example01Counter {
  private static final int THREADS = 4;
  private static final int ADDS = 100_000;

  private long locked;

  /** The trap: right, but every thread waits for every other. */
  synchronized void addLocked() {
    locked++;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Example01Counter trap = new Example01Counter();
    run(trap::addLocked);
    System.out.println("synchronized: " + trap.locked);

    LongAdder wrong = new LongAdder(); // its sum is a guess while others add
    run(wrong::increment);

    StripedCounter right = new StripedCounter();
    run(right::increment);
    System.out.println("striped: " + right.sum());

    // Each thread borrows 5 and gives back 5: no sum is negative or above 5 for each other thread.
    StripedCounter balance = new StripedCounter();
    long impossible =
        Parallel.threads(THREADS)
            .reduce(
                0,
                THREADS,
                thread -> {
                  long seen = 0;
                  for (int i = 0; i < ADDS / 10; i++) {
                    balance.add(5);
                    balance.add(-5);
                    long sum = balance.sum();
                    seen += sum < 0 || sum > 5 * (THREADS - 1) ? 1 : 0;
                  }
                  return seen;
                },
                Long::sum,
                0L);
    System.out.println("sums that the counter never had: " + impossible);
  }

  private static void run(Runnable add) throws InterruptedException, ExecutionException {
    Parallel.threads(THREADS)
        .forEach(
            0,
            THREADS,
            thread -> {
              for (int i = 0; i < ADDS; i++) {
                add.run();
              }
            });
  }
}
