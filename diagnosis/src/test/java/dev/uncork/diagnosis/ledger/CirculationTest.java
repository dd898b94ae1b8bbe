package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.stack.RootSpread;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is a thread's round, and what of it goes without what it waits for. */
class CirculationTest {
  private static final String GET = "com.acme.Store.get(Store.java:5)";
  private static final String PUT = "com.acme.Store.put(Store.java:9)";
  private static final String SAVE = "com.acme.Store.save(Store.java:12)";

  private static double mean(List<Double> bins) {
    return bins.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private static RootSpread.Round round(Ledger ledger, String method) {
    return ledger.roots().stream()
        .filter(root -> root.row() == RowKind.LOCKS)
        .filter(root -> root.site().filter(at -> at.method().equals(method)).isPresent())
        .findFirst()
        .orElseThrow()
        .spread()
        .round();
  }

  @Test
  void whoHoldsALockAndSleepsStillDoesSoWithoutTheLock() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 20; i++) {
      String holder = i % 2 == 0 ? "a" : "b";
      looks.waits(holder, SLEEP, SAVE);
      looks.blocked(holder.equals("a") ? "b" : "a", "com.acme.Store", holder, GET);
      looks.blocked("c", "com.acme.Store", holder, GET);
      looks.look();
    }
    RootSpread.Round round = round(looks.ledger(), "get");
    assertThat(mean(round.waiting())).isCloseTo(2, within(1e-6));
    assertThat(mean(round.rest())).isCloseTo(1, within(1e-6));
  }

  @Test
  void whoSleepsToInitialiseAClassDoesSoOnce() {
    RootSpread.Round round =
        new Looks(2, 0.1)
            .stays("quote-1", SLEEP, "com.acme.Rates.<clinit>(Rates.java:3)")
            .runs("quote-2", 0, "com.acme.Quote.price(Quote.java:9)")
            .looks(20)
            .stays("quote-2", SLEEP, "com.acme.Fees.<clinit>(Fees.java:3)")
            .runs("quote-1", 0, "com.acme.Quote.price(Quote.java:9)")
            .looks(20)
            .root()
            .spread()
            .round();
    assertThat(mean(round.waiting())).isCloseTo(1, within(1e-6));
    assertThat(mean(round.rest())).isZero();
  }

  @Test
  void whoWaitsForTheSameLockElsewhereWaitsForTheSame() {
    Ledger ledger =
        new Looks(2, 0.5)
            .blocked("a", "com.acme.Store", "b", GET)
            .runs("b", 0.5, SAVE)
            .looks(20)
            .blocked("a", "com.acme.Store", "b", PUT)
            .runs("b", 0.5, SAVE)
            .looks(20)
            .ledger();
    RootSpread.Round round = round(ledger, "get");
    assertThat(mean(round.waiting())).isCloseTo(1, within(1e-6));
    assertThat(mean(round.rest())).isZero();
  }

  @Test
  void cpuTimeIsTheRestOfARound() {
    Ledger ledger =
        new Looks(2, 0.5)
            .blocked("a", "com.acme.Store", "b", GET)
            .runs("b", 0.2, SAVE)
            .looks(20)
            .runs("a", 0.4, SAVE)
            .blocked("b", "com.acme.Store", "a", GET)
            .looks(20)
            .ledger();
    RootSpread.Round round = round(ledger, "get");
    assertThat(mean(round.waiting())).isCloseTo(1, within(1e-6));
    assertThat(mean(round.rest())).isCloseTo(0.3, within(1e-6));
  }
}
