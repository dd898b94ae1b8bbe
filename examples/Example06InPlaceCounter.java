import dev.uncork.concurrent.InPlaceCounter;
import dev.uncork.concurrent.Parallel;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ExecutionException;

/**
 * Trap: a synchronized method that counts, in an object of which there are thousands. Wrong: a
 * volatile field with ++, which is a read and a write and loses counts between them. Right: the
 * same field, updated in place by one atomic instruction; no further object, and readers of the
 * field still find it.
 *
 * <p>Expected output:
 *
 * <pre>
 * synchronized: 400000
 * in place: 400000
 * the field itself: 400000
 * </pre>
 */
public final class Example06InPlaceCounter {
  private static final int THREADS = 4;
  private static final int ADDS = 100_000;
  private static final InPlaceCounter<Example06InPlaceCounter> HITS =
      InPlaceCounter.of(MethodHandles.lookup(), Example06InPlaceCounter.class, "hits");

  private long lockedHits;
  private long hits; // wrong would be: private volatile long hits; and hits++

  /** The trap. */
  synchronized void hitLocked() {
    lockedHits++;
  }

  void hit() {
    HITS.increment(this);
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Example06InPlaceCounter page = new Example06InPlaceCounter();
    run(page::hitLocked);
    System.out.println("synchronized: " + page.lockedHits);
    run(page::hit);
    System.out.println("in place: " + HITS.get(page));
    System.out.println("the field itself: " + page.hits);
  }

  private static void run(Runnable hit) throws InterruptedException, ExecutionException {
    Parallel.threads(THREADS)
        .forEach(
            0,
            THREADS,
            thread -> {
              for (int i = 0; i < ADDS; i++) {
                hit.run();
              }
            });
  }
}
