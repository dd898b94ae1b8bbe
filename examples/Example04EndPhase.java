import dev.uncork.concurrent.Parallel;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/**
 * Trap: after minutes on all processors one thread checks 1,000 tables, one after the other. Wrong:
 * to submit tasks and forget about those still running when one fails. Right: Parallel, which stops
 * and awaits them.
 *
 * <p>Expected output:
 *
 * <pre>
 * one thread: 999.0
 * parallel: 999.0
 * failed: table 500 is damaged
 * </pre>
 */
public final class Example04EndPhase {
  private static final int TABLES = 1_000;

  private Example04EndPhase() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    double worst = 0;
    for (int i = 0; i < TABLES; i++) {
      worst = Math.max(worst, check(i));
    }
    System.out.println("one thread: " + worst);

    Parallel parallel = Parallel.threads(4);
    System.out.println(
        "parallel: " + parallel.reduce(0, TABLES, Example04EndPhase::check, Math::max, 0.0));

    try {
      parallel.forEach(0, TABLES, Example04EndPhase::checkDamaged);
    } catch (ExecutionException e) {
      System.out.println("failed: " + e.getCause().getMessage());
    }
  }

  private static double check(int table) {
    return table;
  }

  private static void checkDamaged(int table) throws IOException {
    if (table == 500) {
      throw new IOException("table 500 is damaged");
    }
  }
}
