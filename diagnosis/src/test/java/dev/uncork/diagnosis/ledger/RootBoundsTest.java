package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RootBoundsTest {
  private static final int CORES = 2;
  private static final int BINS = 4;
  private static final double BIN_SECONDS = 2;
  private static final double MANY = 1000;

  private static List<Double> always(double value) {
    return Collections.nCopies(BINS, value);
  }

  private static RootSpread.Round round(double waiting, double rest) {
    return new RootSpread.Round(always(waiting), always(rest));
  }

  /** Something for which cores were left unused, in each of the bins. */
  private static Root root(
      RowKind row, String method, List<Double> left, RootSpread spread, Root.PoolFacts... pool) {
    double sum = left.stream().mapToDouble(cores -> cores * BIN_SECONDS).sum();
    return new Root(
        row,
        FindingKind.POOL_TOO_SMALL,
        "com.acme.Pool",
        Optional.of(Frame.parse("com.acme.Pool." + method + "(Pool.java:1)")),
        sum,
        sum,
        spread.threads().stream().mapToDouble(count -> count).average().orElse(0),
        List.of(),
        List.of(),
        spread,
        pool.length == 0 ? Optional.empty() : Optional.of(pool[0]),
        Optional.empty(),
        Optional.empty());
  }

  /** A pool at which so many threads wait, and how much of their rounds the rest is. */
  private static Root pool(List<Double> left, double threads, double rest) {
    RootSpread spread =
        new RootSpread(left, left, always(threads), round(threads, rest), List.of());
    return root(RowKind.POOLS, "take", left, spread);
  }

  private static RootBounds bounds(List<Double> jvm, Root... roots) {
    List<Double> busy = new ArrayList<>();
    List<Ledger.Row> rows = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      double used = jvm.get(bin);
      for (Root root : roots) {
        used += root.spread().left().get(bin);
      }
      busy.add(CORES - used);
    }
    rows.add(row(RowKind.WORK, List.of(), busy));
    rows.add(row(RowKind.COMPILATION, List.of(), jvm));
    for (Root root : roots) {
      rows.add(row(root.row(), List.of(root), root.spread().left()));
    }
    double seconds = BINS * BIN_SECONDS;
    return new RootBounds(new Ledger(CORES * seconds, rows, BIN_SECONDS, 0), seconds);
  }

  private static Ledger.Row row(RowKind kind, List<Root> roots, List<Double> cores) {
    double sum = cores.stream().mapToDouble(each -> each * BIN_SECONDS).sum();
    return new Ledger.Row(kind, sum, roots, cores);
  }

  @Test
  void whatAProgramDidWhileItStartedIsNoPartOfItsOperations() {
    Root root = pool(List.of(0.0, 0.0, 1.5, 1.5), MANY, 0);
    RootBounds bounds = bounds(always(0), root);
    assertThat(bounds.saved(root)).as("of the run").isCloseTo(3.0 / 8, within(1e-3));
    assertThat(bounds.gain(root)).as("at the end").isCloseTo(3, within(1e-6));
  }

  @Test
  void laterPartsAreLongEnoughToTellAnything() {
    assertThat(RootBounds.laterStarts(60, 1, 60)).containsExactly(30, 45);
    assertThat(RootBounds.laterStarts(9, 1, 8.2)).containsExactly(4, 5);
    assertThat(RootBounds.laterStarts(6, 1, 6)).containsExactly(3);
    assertThat(RootBounds.laterStarts(6, 1, 5.5)).isEmpty();
    assertThat(RootBounds.laterStarts(1, 1, 0.2)).isEmpty();
  }

  @Test
  void whatIsDoneToFilesTakesTheKernelCpuTimeThatGoesWithIt() {
    Root some = files(1.2);
    assertThat(bounds(always(0), some).gain(some)).isCloseTo(1.2 / 0.8, within(1e-6));
    Root most = files(1.5);
    assertThat(bounds(always(0), most).gain(most)).isInfinite();
  }

  private static Root files(double left) {
    RootSpread spread =
        new RootSpread(always(left), always(left), always(MANY), round(MANY, 0), List.of());
    return new Root(
        RowKind.STORAGE,
        FindingKind.STORAGE_WAIT,
        "journal",
        Optional.empty(),
        left,
        left,
        MANY,
        List.of(),
        List.of(),
        spread,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void whatIsOverByThenCountsForTheWholeRun() {
    Root root = pool(List.of(1.0, 1.0, 0.0, 0.0), MANY, 0);
    assertThat(bounds(always(0), root).gain(root)).isCloseTo(2 / 6.0, within(1e-6));
  }

  @Test
  void whatTheJvmUsesDoesNotGrowWithTheOperations() {
    Root root = pool(always(0.5), MANY, 0);
    assertThat(bounds(always(0.2), root).gain(root))
        .as("0.7 cores beside the 1.3 that work")
        .isCloseTo(0.7 / 1.3, within(1e-6));
  }

  @Test
  void aProgramThatHardlyRunsDoesNotTellWhatItsOperationsCostOnAllCores() {
    Root root = pool(always(1.9), MANY, 0.1);
    assertThat(bounds(always(0), root).gain(root)).isInfinite();
    Root waitsElsewhere = pool(always(1.99), 20, 1);
    assertThat(bounds(always(0), waitsElsewhere).gain(waitsElsewhere))
        .as("that isn't told by CPU time")
        .isCloseTo(20, within(1e-6));
  }

  @Test
  void aThreadComesRoundAsOftenAsTheRestOfItsRoundAllows() {
    Root root = pool(always(1.99), 6, 4);
    assertThat(bounds(always(0), root).gain(root)).isCloseTo(6 / 4.0, within(1e-6));
  }

  @Test
  void coresThatWereUnusedForOthersTooCount() {
    RootSpread shared =
        new RootSpread(always(0.2), always(1), always(MANY), round(MANY, 0), List.of());
    Root one = root(RowKind.LOCKS, "one", always(0.2), shared);
    Root other =
        root(
            RowKind.LOCKS,
            "other",
            always(0.8),
            new RootSpread(always(0.8), always(1), always(MANY), round(MANY, 0), List.of()));
    RootBounds bounds = bounds(always(0), one, other);
    assertThat(bounds.gain(one)).isCloseTo(1, within(1e-6));
    assertThat(bounds.saved(one)).as("its part").isCloseTo(0.2 / 1.2, within(1e-6));
  }

  @Test
  void whoDoesNotWaitMayNeedLessOfACore() {
    Root root = pool(always(0.5), MANY, 0);
    RootBounds bounds = bounds(always(0), root);
    assertThat(bounds.gain(root)).isCloseTo(2 / 1.5 - 1, within(1e-6));
    assertThat(bounds.gain(root, 0.4)).isCloseTo(2 / (1.5 * 0.6) - 1, within(1e-6));
  }

  @Test
  void noMoreTasksRunAtATimeThanWereThere() {
    Root.PoolFacts facts = new Root.PoolFacts("ThreadPoolExecutor", "pool-*", 2, 2, 19, 38);
    RootSpread spread =
        new RootSpread(always(1.99), always(1.99), always(19), RootSpread.Round.UNKNOWN, List.of());
    Root root = root(RowKind.POOLS, "run", always(1.99), spread, facts);
    assertThat(bounds(always(0), root).gain(root)).isCloseTo(19, within(1e-6));

    String dividing = "java.util.concurrent.ForkJoinPool";
    Root.PoolFacts divided = new Root.PoolFacts(dividing, "commonPool-*", 1, 1, 2, 2);
    Root half = root(RowKind.POOLS, "run", always(1.5), spread, divided);
    assertThat(bounds(always(0), half).gain(half)).isEqualTo(Double.POSITIVE_INFINITY);

    Root.Cause task = new Root.Cause("pool-*", Activity.FUTURE, Optional.empty(), 1);
    Root nested = caused(root, task);
    assertThat(bounds(always(0), nested).gain(nested)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void whatInitialisesAClassIsNoPartOfTheOperationsThatWaitForIt() {
    List<Double> first = List.of(1.0, 1.0, 0.0, 0.0);
    RootSpread spread =
        new RootSpread(
            first, first, List.of(5.0, 5.0, 0.0, 0.0), RootSpread.Round.UNKNOWN, List.of());
    Root.Cause one = new Root.Cause("main", Activity.RUNNING, Optional.empty(), 1);
    Root root = caused(root(RowKind.JVM_WAITS, "init", first, spread), one);
    RootBounds bounds = bounds(always(0), root);

    // Of 6 core-seconds of work 2 are the initializer's.
    assertThat(bounds.initializing(root)).isCloseTo(2 / 6.0, within(1e-6));
    assertThat(bounds.gain(root, bounds.initializing(root))).isCloseTo(1, within(1e-6));
  }

  private static Root caused(Root root, Root.Cause cause) {
    return new Root(
        root.row(),
        root.kind(),
        root.object(),
        root.site(),
        root.coreSeconds(),
        root.leftCoreSeconds(),
        root.threads(),
        List.of(cause),
        List.of(),
        root.spread(),
        root.pool(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void whereNobodyKnowsWhoWaitsTheCoresTell() {
    RootSpread spread =
        new RootSpread(always(1.5), always(1.5), always(1), RootSpread.Round.UNKNOWN, List.of());
    Root root = root(RowKind.LOCKS, "enter", always(1.5), spread);
    assertThat(bounds(always(0), root).gain(root)).isCloseTo(3, within(1e-6));
  }

  @Test
  void aRestThatWasSeenAFewTimesMayBeShorter() {
    List<Double> left = always(1.99);
    RootSpread.Round few =
        new RootSpread.Round(always(20), always(1), Collections.nCopies(BINS, 25.0));
    Root seen =
        root(RowKind.POOLS, "take", left, new RootSpread(left, left, always(20), few, List.of()));
    assertThat(bounds(always(0), seen).gain(seen))
        .as("in the second half 50 times")
        .isCloseTo(20 / (1 - 1 / Math.sqrt(50)), within(1e-6));
  }

  /** A root whose threads wait in a monitor of that class, or block there once they are woken. */
  private static Root inMonitor(RowKind row, String type, double left, double threads) {
    List<Frame> stack =
        List.of(
            Frame.parse("java.lang.Object.wait(Object.java:389)"),
            Frame.parse(type + ".await(Pipe.java:7)"));
    RootSpread spread =
        new RootSpread(
            always(left),
            always(left),
            always(threads),
            round(threads, 1 - threads),
            List.of(new RootSpread.Stack(stack, left)));
    return root(row, "put", always(left), spread);
  }

  @Test
  void whoIsWokenUpInAQueueAndBlocksThereWaitsForTheSame() {
    Root full = inMonitor(RowKind.FULL_QUEUES, "com.acme.Pipe", 0.4, 0.4);
    Root woken = inMonitor(RowKind.LOCKS, "com.acme.Pipe", 0.4, 0.3);
    Root elsewhere = inMonitor(RowKind.LOCKS, "com.acme.Other", 0.2, 0.2);
    assertThat(bounds(always(0), full, woken, elsewhere).gain(full))
        .as("by cores, of which one works")
        .isCloseTo(0.8, within(1e-6));
    Root alone = inMonitor(RowKind.FULL_QUEUES, "com.acme.Pipe", 0.9, 0.4);
    assertThat(bounds(always(0), alone).gain(alone))
        .as("by threads, which spend the rest on something else")
        .isCloseTo(0.4 / 0.6, within(1e-6));
    Root both = inMonitor(RowKind.LOCKS, "com.acme.Pipe", 0.3, 0.1);
    assertThat(bounds(always(0), alone, both).gain(alone))
        .as("by threads")
        .isCloseTo(0.5 / 0.5, within(1e-6));
  }

  private static Root few(String method, double left) {
    RootSpread spread =
        new RootSpread(always(left), always(left), always(1), RootSpread.Round.UNKNOWN, List.of());
    return root(RowKind.FEW_THREADS, method, always(left), spread);
  }

  @Test
  void theSameCodeByAnotherThreadIsSpreadOverAllCoresToo() {
    Root mostly = few("rate", 0.6);
    Root byAnother = few("rate", 0.2);
    Root otherCode = few("store", 0.2);
    RootBounds bounds = bounds(always(0), mostly, byAnother, otherCode);
    assertThat(bounds.gain(mostly)).isCloseTo(0.8 / 1.0, within(1e-6));
    assertThat(bounds.gain(otherCode)).isCloseTo(0.2 / 1.0, within(1e-6));
  }
}
