package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.curve.Windows;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.ProgramCode;
import dev.uncork.diagnosis.lever.ProgramFacts;
import dev.uncork.diagnosis.lever.Proposals;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BurnVerdictTest {
  private static final String SELL = "com.acme.Shop.sell(Shop.java:12)";

  private static final ProgramCode NO_CODE =
      new ProgramCode() {
        @Override
        public boolean counts(String className) {
          return false;
        }

        @Override
        public boolean synchronizedMethod(Frame frame) {
          return false;
        }

        @Override
        public boolean canQueueBefore(String className) {
          return false;
        }
      };

  private static Windows retries(int cores) {
    return new Windows(cores)
        .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (0.5 + 0.5 * k))
        .code(k -> 0.5, "com.acme.Shop.price(Shop.java:40)")
        .code(k -> 0.5 * k, SELL)
        .access("com.acme.Shop.sell", 14, CodeAccess.RETRY_LOOP, "com.acme.Shop.STOCK");
  }

  @Test
  void whatIsBurntIsARowOfItsOwnAndTheVerdict() {
    Diagnosis diagnosis = Diagnosis.of(retries(4).recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    // A unit takes 1 on one core, 2.5 on four.
    assertThat(diagnosis.ledger().share(RowKind.BURNT)).isCloseTo(0.6, within(0.08));
    assertThat(diagnosis.ledger().share(RowKind.WORK)).isCloseTo(0.4, within(0.08));
    assertThat(diagnosis.verdict().savedShareAtMost()).isCloseTo(0.6, within(0.08));
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.UPDATE_APART);
  }

  @Test
  void readsThatWritesMakeWorthlessNeedACopy() {
    Diagnosis diagnosis =
        Diagnosis.of(
            new Windows(4)
                .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (0.5 + 0.5 * k))
                .code(k -> 0.5 + 0.5 * k, "com.acme.Shop.sum(Shop.java:40)", SELL)
                .access("com.acme.Shop.sell", 14, CodeAccess.RETRY_LOOP, "Shop.tryOptimisticRead()")
                .recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.READ_COPY);
  }

  @Test
  void aRandomOfAllThreadsNeedsOneOfEach() {
    Diagnosis diagnosis =
        Diagnosis.of(
            new Windows(4)
                .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (0.5 + 0.5 * k))
                .code(k -> 0.5 + 0.5 * k, "java.util.Random.next(Random.java:206)", SELL)
                .recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.DRAW_APART);
  }

  @Test
  void theBoundIsTheUpperEndOfWhatWasMeasured() {
    Diagnosis diagnosis = Diagnosis.of(retries(4).noise(0.1).recording());

    double highest = diagnosis.curve().inflation().high();
    assertThat(highest).isGreaterThan(diagnosis.curve().inflation().value());
    assertThat(diagnosis.verdict().gainAtMost()).isCloseTo(highest - 1, within(0.05));
  }

  @Test
  void severalFieldsOfOneObjectExplainThatFewerCoresAreFaster() {
    assertThat(twoCounters("com.acme.Stats.total").findings())
        .extracting(Finding::kind)
        .contains(FindingKind.SHARED_LINE)
        .doesNotContain(FindingKind.NEGATIVE_SCALING);
    assertThat(twoCounters("com.acme.Other.total").findings())
        .as("two objects")
        .extracting(Finding::kind)
        .contains(FindingKind.NEGATIVE_SCALING);
  }

  /** A unit takes 0.8 on one core and 5 on four, 1.45 of it for either counter. */
  private static Diagnosis twoCounters(String second) {
    String place = "(Stats.java:14)";
    return Diagnosis.of(
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (1.4 * k - 0.6))
            .code(k -> 0.5, "com.acme.Shop.price(Shop.java:40)")
            .code(k -> 0.1 + 0.45 * (k - 1), "com.acme.Stats.count" + place)
            .code(k -> 0.1 + 0.45 * (k - 1), second + place)
            .code(k -> 0.1 + 0.5 * (k - 1), SELL)
            .access("com.acme.Stats.count", 14, CodeAccess.ATOMIC_UPDATE, "com.acme.Stats.COUNT")
            .access(second, 14, CodeAccess.ATOMIC_UPDATE, "com.acme.Stats.TOTAL")
            .access("com.acme.Shop.sell", 12, CodeAccess.RETRY_LOOP, "com.acme.Shop.STOCK")
            .recording());
  }

  @Test
  void aProgramThatScalesStaysHealthy() {
    Diagnosis diagnosis =
        Diagnosis.of(
            new Windows(4)
                .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k)
                .code(k -> 1, SELL)
                .access("com.acme.Shop.sell", 14, CodeAccess.ATOMIC_UPDATE, "com.acme.Shop.SOLD")
                .recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HEALTHY);
    assertThat(diagnosis.ledger().share(RowKind.BURNT)).isZero();
  }

  /** All code costs more on all cores, and none of it is known to share anything. */
  @Test
  void whatIsBurntAtNoPlaceIsSaidThoughNothingCanBeNamed() {
    Diagnosis diagnosis =
        Diagnosis.of(
            new Windows(2)
                .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * (k == 1 ? 1 : 1.1))
                .code(k -> k == 1 ? 0.5 : 0.9, "com.acme.Shop.price(Shop.java:40)")
                .code(k -> k == 1 ? 0.5 : 0.9, SELL)
                .recording());

    Finding.Healthy verdict = (Finding.Healthy) diagnosis.verdict();
    assertThat(verdict.burntShare()).isCloseTo(0.45, within(0.05));
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.FIND_SHARED);
  }

  @Test
  void whetherBusyCoresWorkIsKnownOnlyWhereWorkWasCountedOnFewer() {
    Windows counted = new Windows(2).code(k -> 1, SELL).work(WorkUnit.COUNTER, "Shop.sold", k -> k);
    for (Windows unknown : List.of(counted.rounds(0), new Windows(2).code(k -> 1, SELL))) {
      Finding.Healthy verdict = (Finding.Healthy) Diagnosis.of(unknown.recording()).verdict();
      assertThat(verdict.measured()).isFalse();
    }
    Diagnosis untried = Diagnosis.of(new Windows(2).rounds(0).recording());
    assertThat(untried.nextStep()).isEqualTo(NextStep.MEASURE_SCALING);
    Diagnosis uncounted = Diagnosis.of(new Windows(2).recording());
    assertThat(uncounted.nextStep()).isEqualTo(NextStep.NOTHING);
  }

  @Test
  void whatTheExperimentDoesToTheCoresIsNoMarkOfALock() {
    Cores held = Diagnosis.of(retries(4).cycle(10).recording()).cores();
    Cores free = Diagnosis.of(retries(4).cycle(10).rounds(0).recording()).cores();

    assertThat(held.sawtooth().present()).isFalse();
    assertThat(free.sawtooth().present()).isTrue();
  }

  @Test
  void moreThreadsAreNoAnswerWhereThoseThatAreThereBurnMuch() {
    Diagnosis diagnosis = Diagnosis.of(retries(16).busy(4).recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
  }

  @Test
  void fewerCoresThatAreFasterAreSaidWhereNoSiteExplainsIt() {
    Windows windows =
        new Windows(16)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 9000.0 - 400 * k)
            .code(k -> 1, "com.acme.Shop.price(Shop.java:40)")
            .code(k -> 1, SELL);
    Diagnosis diagnosis = Diagnosis.of(windows.recording());

    Finding.NegativeScaling finding = (Finding.NegativeScaling) diagnosis.verdict();
    assertThat(finding.bestCores()).isEqualTo(2);
    assertThat(finding.speed().value()).isCloseTo(8200.0 / 2600, within(0.3));
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.USE_FEWER_CORES);
  }

  @Test
  void fewerCoresThatAreFasterAreALeverWithTheGainThatWasMeasured() {
    Windows windows =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 9000.0 - 2000 * k)
            .code(k -> 0.5, "com.acme.Shop.price(Shop.java:40)")
            .code(k -> 0.5 * k * k, SELL);
    Lever lever = cores(windows, List.of()).orElseThrow();

    assertThat(lever.values()).extracting(Change::text).containsExactly("cores=2");
    assertThat(lever.predictedGain().orElseThrow()).isGreaterThan(0.5);
    assertThat(lever.why()).isInstanceOf(Why.FasterOnFewerCores.class);
    assertThat(cores(windows, List.of("cores=1")).orElseThrow().values())
        .extracting(Change::text)
        .containsExactly("cores=4");
  }

  @Test
  void withoutTheLockAllCoresMayDoWhatFewerDoNow() {
    String lock = "com.acme.Turn";
    ThreadSample.Blocker owned = new ThreadSample.Blocker(lock, 7, 32);
    Windows windows =
        new Windows(2)
            .busy(1)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> k == 1 ? 100_000.0 : 1000)
            .code(k -> k == 1 ? 1.0 : 100, "com.acme.Shop.price(Shop.java:40)")
            .lock(lock, 2, 3000, SELL)
            .waits(30, owned, SELL)
            .waits(31, owned, SELL);
    Diagnosis diagnosis = Diagnosis.of(windows.recording());

    assertThat(diagnosis.verdict()).isInstanceOf(Finding.ContendedLock.class);
    double onOne = diagnosis.curve().best().orElseThrow().speed().value();
    assertThat(onOne).isGreaterThan(90);
    assertThat(diagnosis.verdict().gainAtMost()).isGreaterThanOrEqualTo(2 * onOne - 1);
  }

  @Test
  void whoBlocksAtALockWhoseHolderWaitsForRoomWaitsForRoomToo() {
    String park = "java.util.concurrent.locks.LockSupport.park(LockSupport.java:211)";
    String acquire = "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)";
    String submit = "java.util.concurrent.SubmissionPublisher.submit(SubmissionPublisher.java:520)";
    String lock = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    ThreadSample.Blocker owned = new ThreadSample.Blocker(lock, 7, 32);
    Windows windows =
        new Windows(2)
            .busy(1)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> k == 1 ? 5000.0 : 3000)
            .code(k -> 0.5 * k, "com.acme.Shop.price(Shop.java:40)")
            .lock(lock, 2, 3000, park, acquire, submit, SELL)
            .waits(30, owned, park, acquire, submit, SELL)
            .waits(31, owned, park, acquire, submit, SELL)
            .waits(32, ThreadSample.Blocker.NONE, park, submit, SELL);
    Finding verdict = Diagnosis.of(windows.recording()).verdict();

    assertThat(verdict.kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(verdict.gainAtMost()).isGreaterThan(1.5); // Twice as many cores, and what is burnt.
  }

  @Test
  void coresAreNoLeverWhereMoreOfThemAreFaster() {
    assertThat(cores(retries(4), List.of())).isEmpty();
  }

  private static Optional<Lever> cores(Windows windows, List<String> remedies) {
    ProgramFacts facts =
        new ProgramFacts(
            List.of(), remedies, true, 4, 0, List.of(), List.of(), List.of(), false, NO_CODE);
    return Proposals.of(Diagnosis.of(windows.recording()), Optional.empty(), facts)
        .levers()
        .stream()
        .filter(lever -> lever.kind() == RemedyKind.CORES)
        .findFirst();
  }
}
