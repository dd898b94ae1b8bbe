package dev.uncork.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Gain;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.LockSite;
import dev.uncork.diagnosis.ProcessSummary;
import dev.uncork.diagnosis.Throttling;
import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Finalized;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.jvm.InterpretedCode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sentences that the approved reports don't show. */
class FindingWordsTest {
  private static final Frame SITE = Frame.parse("com.acme.Cache.put(Cache.java:42)");
  private static final LockRow LOCK =
      new LockRow(
          "com.acme.Cache",
          new LockUse(
              new LockId("com.acme.Cache", 7, LockKind.MONITOR),
              5_000,
              30_000_000_000L,
              61_000_000,
              4_500,
              0,
              0,
              List.of(),
              List.of(),
              List.of()),
          List.of(new LockSite(SITE, 5_000, 30_000_000_000L, List.of(SITE))),
          List.of());

  @Test
  void aLockInsideTheJdkIsNamedAsItsCallersSeeIt() {
    Frame caller = Frame.parse("com.acme.Ids.next(Ids.java:8)");
    List<Frame> stack =
        List.of(
            Frame.parse("sun.security.provider.NativePRNG$RandomIO.implNextBytes(N.java:550)"),
            Frame.parse("java.util.UUID.randomUUID(UUID.java:151)"),
            caller);
    LockUse use =
        new LockUse(
            new LockId("java.lang.Object", 7, LockKind.MONITOR),
            5_000,
            30_000_000_000L,
            61_000_000,
            0,
            0,
            0,
            List.of(),
            List.of(new LockStack("", stack, 5_000, 30_000_000_000L)),
            List.of());
    LockRow row =
        new LockRow(
            "Object of NativePRNG below UUID.randomUUID",
            use,
            List.of(new LockSite(caller, 5_000, 30_000_000_000L, stack)),
            List.of());

    assertThat(FindingWords.text(new Finding.ContendedLock(row, 3, 0.4, Optional.empty(), 0)))
        .isEqualTo(
            "Ids.next (Ids.java:8) is the bottleneck: on average 3.0 threads are blocked there at"
                + " Object of NativePRNG below UUID.randomUUID");
  }

  private static String held(Activity activity, double share) {
    Optional<Frame> site = Optional.of(Frame.parse("com.acme.Audit.send(Audit.java:17)"));
    Root.Cause holds = new Root.Cause("worker-*", activity, site, share);
    Finding lock = new Finding.ContendedLock(LOCK, 3, 0.4, Optional.empty(), 0, Optional.of(holds));
    return FindingWords.text(lock);
  }

  @Test
  void whatTheHolderMostlyWaitsForIsPartOfTheVerdict() {
    String blocked =
        "Cache.put (Cache.java:42) is the bottleneck: on average 3.0 threads are blocked there";
    assertThat(held(Activity.SLEEP, 0.9))
        .isEqualTo(
            blocked + ", while a thread worker-* sleeps in com.acme.Audit.send(Audit.java:17)");
    assertThat(held(Activity.SLEEP, 0.3)).as("mostly something else").isEqualTo(blocked);
    assertThat(held(Activity.RUNNING, 0.9)).as("as holders do").isEqualTo(blocked);
  }

  @Test
  void aConvoyIsToldBesidesTheBound() {
    Finding finding =
        new Finding.ContendedLock(
            LOCK, 3, 0.4, Optional.of(new Gain(0.67, 0, 0.4, false, true)), 0);

    assertThat(FindingWords.verdict(finding))
        .isEqualTo(
            "Cache.put (Cache.java:42) is the bottleneck: on average 3.0 threads are blocked there;"
                + " removing this lock could make it up to 67 % faster.");
    assertThat(FindingWords.assumption(finding))
        .contains(
            "That holds on this machine, if an operation takes as much CPU time as now (less that in the"
                + " kernel); only the acquires that JFR recorded are counted.");
    assertThat(FindingWords.evidenceBesides(finding))
        .containsExactly(
            "Convoy: 40 % of the CPU time goes to the kernel, where blocked threads sleep and wake.");
    assertThat(FindingWords.evidence(finding)).hasSize(3);
  }

  @Test
  void codeThatIsInterpretedIsNamed() {
    InterpretedCode code =
        new InterpretedCode(500, 0.98, "com.acme.Rules.apply(Rules.java)", 0.9, "");
    assertThat(FindingWords.verdict(new Finding.Interpreted(false, code, 0.7)))
        .isEqualTo(
            "98 % of the CPU time is spent in code that the JVM interprets instead of compiling it,"
                + " mostly com.acme.Rules.apply(Rules.java); avoiding that could save 70 % of the"
                + " time or more.");
    assertThat(FindingWords.text(new Finding.Interpreted(true, code, 0.7)))
        .isEqualTo(
            "The code cache is full and the compiler has stopped: 98 % of the samples are in"
                + " interpreted code");
    assertThat(FindingWords.verdict(new Finding.Unoptimized("-XX:TieredStopAtLevel=1", 0.97)))
        .isEqualTo(
            "-XX:TieredStopAtLevel=1 leaves out C2, the JVM's optimizing compiler, while the cores"
                + " are 97 % busy; code that computes is often up to 3 times as fast with C2, which"
                + " wasn't measured here.");
  }

  private static ProcessSummary pausing(double share) {
    return new ProcessSummary(
        true, 8, 90, share, 80_000_000, 1, 0, 0, 0.5, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0);
  }

  @Test
  void threadsThatWaitForMemoryAreTold() {
    HeapUse heap = new HeapUse(100, 70, Optional.empty(), false, 9);
    assertThat(
            FindingWords.verdict(
                new Finding.GarbageCollection(
                    pausing(0.01), "Allocation Stall", 1, heap, 0.4, Optional.empty())))
        .isEqualTo(
            "Threads wait 40 % of their time for memory that the garbage collector has yet to free;"
                + " the heap is 70 % full after a collection; avoiding that could save 40 % of the"
                + " time or more.");
  }

  @Test
  void objectsWithFinalizersAreTold() {
    HeapUse heap = new HeapUse(100, 20, Optional.empty(), false, 0);
    Finalized objects =
        new Finalized("com.acme.Glyph", Frame.parse("com.acme.Font.of(Font.java:5)"));
    assertThat(
            FindingWords.verdict(
                new Finding.GarbageCollection(
                    pausing(0.1), "G1 Evacuation Pause", 1, heap, 0, Optional.of(objects))))
        .contains(
            " collections; objects of com.acme.Glyph, made at com.acme.Font.of(Font.java:5), have a"
                + " finalize method, which keeps them alive for longer; avoiding that could save");
  }

  @Test
  void wakeUpsAreCounted() {
    Finding finding = new Finding.Herd("com.acme.Board", Optional.of(SITE), 80_948, 15, 0.6, 0.4);
    assertThat(FindingWords.verdict(finding))
        .isEqualTo(
            "Threads are woken 80,948 times a second at "
                + SITE
                + ", where 15 wait on average: sleeping and waking take about 60 % of the CPU time;"
                + " avoiding that could save 40 % of the time or more.");
  }

  @Test
  void handlesThatAreMadeAreNoClasses() {
    assertThat(FindingWords.text(new Finding.ClassLoading(Optional.of(SITE), true, 0.5, 0, 0.5)))
        .isEqualTo(
            "50 % of the CPU time goes to finding and making method handles, mostly from " + SITE);
    assertThat(FindingWords.text(new Finding.ClassLoading(Optional.empty(), false, 0.5, 0, 0.5)))
        .isEqualTo("50 % of the CPU time goes to loading and making classes");
  }

  private static Finding waiting(RowKind row, FindingKind kind, double threads) {
    Root root =
        new Root(
            row,
            kind,
            "com.acme.Cache",
            Optional.of(SITE),
            10,
            8,
            threads,
            List.of(),
            List.of(),
            RootSpread.at(List.of(SITE), 10),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new Finding.Waiting(root, 0.3, 0.4);
  }

  @Test
  void whereNobodyWaitsForTheOnlyThreadThatWorksNoneIsSaidTo() {
    Finding alone = waiting(RowKind.FEW_THREADS, FindingKind.SERIAL_PHASE, 0);
    assertThat(FindingWords.text(alone)).startsWith("Only one thread works");
    assertThat(FindingWords.evidence(alone).get(0)).doesNotContain("waited");

    Finding awaited = waiting(RowKind.FEW_THREADS, FindingKind.SERIAL_PHASE, 3);
    assertThat(FindingWords.text(awaited)).startsWith("The others wait for one thread");
    assertThat(FindingWords.evidence(awaited).get(0)).contains("3.0 threads waited");
  }

  @ParameterizedTest
  @EnumSource
  void aWaitOfEveryKindHasWords(FindingKind kind) {
    Finding finding = waiting(RowKind.LOCKS, kind, 3);
    assertThat(FindingWords.verdict(finding)).isNotEmpty();
    assertThat(FindingWords.evidenceBesides(finding)).isEqualTo(FindingWords.evidence(finding));
  }

  @Test
  void theQuotaThatStoppedAHolderIsNamed() {
    Finding finding =
        new Finding.HolderDescheduled(
            LOCK, 1, 3, 4.5e6, false, Optional.of(new Throttling(90, 4_500_000_000L)), 8);

    assertThat(FindingWords.text(finding))
        .isEqualTo(
            "The holder of com.acme.Cache was descheduled about 3.00 times a second for 4.50 ms, by"
                + " the control group's CPU quota. CPU throttling: the control group's quota ran"
                + " out in 90 periods (nr_throttled) and stopped its threads for 4.5 s; raise the"
                + " CPU limit, or use fewer threads.");
    assertThat(FindingWords.evidence(finding).get(0)).startsWith("4,500 of 5,000 blocked acquires");
  }

  @Test
  void allThatIsSaidOfAVerdictWithoutCauseIsOneSentence() {
    assertThat(FindingWords.verdict(new Finding.Unknown(true, 0)))
        .isEqualTo("Too little was recorded to tell: the recording covers only 0 ns.");
    assertThat(FindingWords.verdict(new Finding.Healthy(2, 0.95, false, 0.34, true)))
        .isEqualTo(
            "No bottleneck found: the 2 cores are 95 % busy, but 34 % of that is burnt by"
                + " contention, at no place that could be told.");
    assertThat(FindingWords.verdict(new Finding.Healthy(4, 0.96, false, 0, false)))
        .isEqualTo(
            "No bottleneck seen: the 4 cores are 96 % busy, but whether with work or with"
                + " contention wasn't measured.");
    assertThat(FindingWords.verdict(new Finding.Idle(0.04, false, true)))
        .isEqualTo(
            "Nothing seen here holds it back: the cores are 4 % busy, and its threads wait for"
                + " input, I/O or time.");
    assertThat(FindingWords.verdict(new Finding.Idle(0.04, false, false)))
        .isEqualTo(
            "Nothing seen here holds it back: the cores are 4 % busy, but JFR didn't record all"
                + " that its threads wait for.");
    assertThat(FindingWords.verdict(new Finding.Healthy(8, 0.97, true, 0, true)))
        .isEqualTo(
            "No bottleneck: the 8 cores are 97 % busy; threads block at locks, but hardly"
                + " any core is idle because of that.");
  }

  @Test
  void optimisticReadsAreNoUpdates() {
    Burn burn =
        new Burn(
            FindingKind.ATOMIC_RETRIES,
            "Shop.prices.tryOptimisticRead()",
            Optional.of(SITE),
            0.42,
            2,
            List.of(SITE));
    Finding finding = new Finding.Burning(burn, 1, 2, 0.42, 0.8);

    assertThat(FindingWords.verdict(finding))
        .contains("optimistic reads under Shop.prices fail and are tried again")
        .as("they do so on one core too")
        .endsWith("; avoiding that could save 42 % of the time or more.");
    assertThat(FindingWords.evidence(finding))
        .contains("A write during a read makes it worthless, so long reads hardly ever succeed.");
  }
}
