package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.stack.RootSpread;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RootBoundsTest {
  private static final int CORES = 2;
  private static final double BIN_SECONDS = 2;

  /** A pool at which threads wait, in each of the bins. */
  private static Root pool(List<Double> left, List<Double> threads) {
    double sum = left.stream().mapToDouble(cores -> cores * BIN_SECONDS).sum();
    return new Root(
        RowKind.POOLS,
        FindingKind.POOL_TOO_SMALL,
        "com.acme.Pool",
        Optional.empty(),
        sum,
        sum,
        threads.stream().mapToDouble(count -> count).average().orElse(0),
        List.of(),
        List.of(),
        new RootSpread(left, threads, List.of()),
        Optional.empty(),
        Optional.empty());
  }

  private static RootBounds bounds(Root root) {
    List<Double> left = root.spread().left();
    List<Double> busy = left.stream().map(cores -> CORES - cores).toList();
    double working = busy.stream().mapToDouble(cores -> cores * BIN_SECONDS).sum();
    double seconds = left.size() * BIN_SECONDS;
    Ledger ledger =
        new Ledger(
            CORES * seconds,
            List.of(
                new Ledger.Row(RowKind.WORK, working, List.of(), busy),
                new Ledger.Row(RowKind.POOLS, root.coreSeconds(), List.of(root), left)),
            BIN_SECONDS,
            0);
    return new RootBounds(ledger, seconds);
  }

  @Test
  void whatAProgramDidWhileItStartedIsNoPartOfItsOperations() {
    Root root = pool(List.of(0.0, 0.0, 1.9, 1.9), List.of(0.0, 0.0, 30.0, 30.0));
    RootBounds bounds = bounds(root);
    assertThat(bounds.saved(root)).as("of the run").isCloseTo(3.8 / 8, within(1e-6));
    assertThat(bounds.gain(root)).as("at the end").isCloseTo(19, within(1e-6));
  }

  @Test
  void whatIsOverByThenCountsForTheWholeRun() {
    Root root = pool(List.of(1.0, 1.0, 0.0, 0.0), List.of(30.0, 30.0, 0.0, 0.0));
    assertThat(bounds(root).gain(root)).isCloseTo(2 / 6.0, within(1e-6));
  }

  @Test
  void fewThreadsDoNoMoreThanTheyCould() {
    Root root = pool(List.of(1.9, 1.9, 1.9, 1.9), List.of(0.3, 0.3, 0.3, 0.3));
    assertThat(bounds(root).gain(root)).as("0.1 others work").isCloseTo(3, within(1e-6));
  }
}
