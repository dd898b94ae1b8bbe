package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.VIRTUAL_RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.NextStep;
import dev.uncork.diagnosis.curve.Windows;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.recording.jvm.VmOperations;
import dev.uncork.recording.jvm.VmOperations.VmOperation;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program asks of the JVM becomes a verdict where it costs much. */
class RunTimeVerdictTest {
  private static JvmActivity stopped(double seconds, double reachSeconds) {
    VmOperation dump = new VmOperation("ThreadDump", "watcher", 500, (long) (seconds * 1e9));
    VmOperations operations =
        new VmOperations((long) (reachSeconds * 1e9), List.of(dump), List.of());
    return new JvmActivity(0, 0, InterpretedCode.NONE, operations, HeapUse.UNKNOWN);
  }

  private static Looks watched(JvmActivity jvm) {
    return watched(jvm, 1.5);
  }

  private static Looks watched(JvmActivity jvm, double busyCores) {
    return new Looks(2, busyCores)
        .jvm(jvm)
        .runs("worker", 1, "com.acme.Work.run(Work.java:9)")
        .runs(
            "watcher",
            0.5,
            "sun.management.ThreadImpl.dumpThreads0(ThreadImpl.java)",
            "com.acme.Watcher.look(Watcher.java:7)")
        .looks(100);
  }

  @Test
  void stopsOfAllThreadsNameWhoAsksForThem() {
    Diagnosis diagnosis = Diagnosis.of(watched(stopped(2, 1)).recording());

    assertThat(diagnosis.verdict()).isInstanceOf(Finding.Safepoints.class);
    Finding.Safepoints verdict = (Finding.Safepoints) diagnosis.verdict();
    assertThat(verdict.caller()).isEqualTo("watcher");
    assertThat(verdict.location()).hasToString("Optional[com.acme.Watcher.look(Watcher.java:7)]");
    assertThat(verdict.perSecond()).isCloseTo(50, within(0.1));
    assertThat(verdict.stoppedShare()).isCloseTo(0.3, within(0.001));
    assertThat(verdict.reachShare()).isCloseTo(0.1, within(0.001));
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.ASK_LESS_OFTEN);
  }

  @Test
  void aLoopThatCollectionsWaitForIsNamed() {
    VmOperation until = new VmOperation("", "", 90, 6_000_000_000L);
    VmOperations operations = new VmOperations(0, List.of(until), List.of());
    JvmActivity jvm = new JvmActivity(0, 0, InterpretedCode.NONE, operations, HeapUse.UNKNOWN);
    Looks looks = new Looks(2, 1).jvm(jvm);
    for (int i = 0; i < 100; i++) {
      looks.runs("sums", 0.95, "com.acme.Sums.all(Sums.java:9)");
      looks.runs("maker", 0.1, "com.acme.Maker.make(Maker.java:3)").look();
    }
    Diagnosis diagnosis = Diagnosis.of(looks.recording());
    assertThat(diagnosis.verdict()).isInstanceOf(Finding.Safepoints.class);
    assertThat(diagnosis.verdict().location())
        .hasToString("Optional[com.acme.Sums.all(Sums.java:9)]");
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.POLL_IN_LOOPS);
  }

  private static Finding handshakes(Looks looks, int callers) {
    List<VmOperation> asked =
        IntStream.range(0, callers)
            .mapToObj(
                i -> new VmOperation("HandshakeAllThreads", "closer-" + i, 2_000, 1_800_000_000))
            .toList();
    VmOperations operations = new VmOperations(0, List.of(), asked);
    looks.jvm(new JvmActivity(0, 0, InterpretedCode.NONE, operations, HeapUse.UNKNOWN));
    return Diagnosis.of(looks.recording()).verdict();
  }

  /** Threads that mostly wait until the JVM has interrupted all others, one by one. */
  private static Looks closing(double usedEach) {
    String leaf = "jdk.internal.misc.ScopedMemoryAccess.closeScope0(Native Method)";
    Looks looks = new Looks(2, 1.7);
    for (int i = 0; i < 4; i++) {
      looks
          .used("closer-" + i, usedEach)
          .runs(
              "closer-" + i,
              0.2,
              leaf,
              "jdk.internal.foreign.ArenaImpl.close(ArenaImpl.java:50)",
              "com.acme.Request.handle(Request.java:8)");
    }
    return looks.used("VM Thread", 7);
  }

  @Test
  void whoHasAllThreadsInterruptedOneByOneIsNamed() {
    Finding verdict = handshakes(closing(2.5).looks(100), 4);

    assertThat(verdict).isInstanceOf(Finding.Handshakes.class);
    Finding.Handshakes handshakes = (Finding.Handshakes) verdict;
    assertThat(handshakes.callers()).isEqualTo(4);
    assertThat(handshakes.location())
        .hasToString("Optional[com.acme.Request.handle(Request.java:8)]");
    assertThat(handshakes.closeSharedMemory()).isTrue();
    assertThat(handshakes.perSecond()).isCloseTo(800, within(1.0));
    assertThat(handshakes.share()).isCloseTo(0.72, within(0.001));
    assertThat(handshakes.savedShareAtMost())
        .as("each of four waits so long")
        .isCloseTo(0.18, within(0.001));
    assertThat(handshakes.orMore()).isTrue();
  }

  @Test
  void whoHardlyWorksForTheProgramKeepsLittleFromIt() {
    Looks looks =
        closing(0.25).used("worker", 9.5).runs("worker", 1, "com.acme.Work.run(Work.java:9)");
    assertThat(handshakes(looks.looks(100), 4).kind()).isNotEqualTo(FindingKind.SAFEPOINTS);
  }

  @Test
  void theyAreAskedForWhereTheThreadRunsNotWhereItSleepsInBetween() {
    Looks looks = new Looks(2, 1.5).jvm(stopped(2, 1));
    for (int i = 0; i < 100; i++) {
      if (i % 10 == 0) {
        looks.runs("watcher", 0.5, "com.acme.Watcher.look(Watcher.java:7)");
      } else {
        looks.waits("watcher", Looks.SLEEP, "com.acme.Watcher.rest(Watcher.java:9)");
      }
      looks.runs("worker", 1, "com.acme.Work.run(Work.java:9)").look();
    }
    assertThat(Diagnosis.of(looks.recording()).verdict().location())
        .hasToString("Optional[com.acme.Watcher.look(Watcher.java:7)]");
  }

  /** What a lock keeps from the cores at most, where a unit of work costs so much on so many. */
  private static double lockGain(IntToDoubleFunction cost) {
    Experiment inflates =
        new Windows(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 1000.0 * k / cost.applyAsDouble(k))
            .code(cost, "com.acme.Shop.price(Shop.java:40)")
            .recording()
            .experiment();
    Looks looks = new Looks(2, 1.5).experiment(inflates);
    for (String waiter : List.of("a", "c", "d")) {
      looks.blocked(waiter, "com.acme.Shop", "b", "com.acme.Shop.sell(Shop.java:9)");
    }
    Diagnosis diagnosis =
        Diagnosis.of(
            looks.runs("b", 1, "com.acme.Shop.price(Shop.java:40)").looks(100).recording());
    return diagnosis.findings().stream()
        .filter(finding -> finding.kind() == FindingKind.CONTENDED_LOCK)
        .findFirst()
        .orElseThrow()
        .gainAtMost();
  }

  @Test
  void whatAllCodeNearALockBurnsGoesWithTheLock() {
    assertThat(lockGain(k -> k)).isCloseTo(2 / 1.5 / 0.5 - 1, within(0.3));
    assertThat(lockGain(k -> 1)).isCloseTo(2 / 1.5 - 1, within(0.1));
    assertThat(lockGain(k -> k == 1 ? 1 : 1.2))
        .as("or what caches and clocks may explain, at most")
        .isCloseTo(1.2 * 2 / 1.5 - 1, within(0.15));
  }

  @Test
  void aStopNowAndThenIsNotWorthAWord() {
    Diagnosis diagnosis = Diagnosis.of(watched(stopped(0.1, 0.1)).recording());

    assertThat(diagnosis.findings()).noneMatch(f -> f.kind() == FindingKind.SAFEPOINTS);
  }

  private static Diagnosis interpreted(long full, double share, double mostShare) {
    return interpreted(full, share, mostShare, "", 1.5);
  }

  private static Diagnosis interpreted(
      long full, double share, double mostShare, String option, double busyCores) {
    InterpretedCode code =
        new InterpretedCode(400, share, "com.acme.Rules.evaluate(Rules.java)", mostShare, option);
    JvmActivity jvm = new JvmActivity(0, full, code, VmOperations.NONE, HeapUse.UNKNOWN);
    return Diagnosis.of(watched(jvm, busyCores).recording());
  }

  @Test
  void busyCoresAreNotHealthyWithoutTheOptimizingCompiler() {
    Diagnosis busy = interpreted(0, 0.01, 0, "-XX:TieredStopAtLevel=1", 1.9);
    assertThat(busy.verdict()).isInstanceOf(Finding.Unoptimized.class);
    assertThat(busy.verdict().gainAtLeast()).isZero();
    assertThat(busy.nextStep()).isEqualTo(NextStep.DROP_OPTION);

    assertThat(interpreted(0, 0.01, 0, "", 1.9).verdict().kind()).isEqualTo(FindingKind.HEALTHY);
    assertThat(interpreted(0, 0.01, 0, "-XX:TieredStopAtLevel=1", 0.1).findings())
        .noneMatch(finding -> finding.kind() == FindingKind.COMPILATION);
    Diagnosis all = interpreted(0, 1, 0.1, "-Xint", 1.9);
    assertThat(all.verdict()).isInstanceOf(Finding.Interpreted.class);
    assertThat(all.nextStep()).isEqualTo(NextStep.DROP_OPTION);
  }

  @Test
  void aMethodThatIsNeverCompiledIsNamed() {
    Diagnosis diagnosis = interpreted(0, 0.7, 0.6);

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.COMPILATION);
    assertThat(diagnosis.verdict().location())
        .hasToString("Optional[com.acme.Rules.evaluate(Rules.java)]");
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.LET_COMPILE);
  }

  @Test
  void allCodeMayBeInterpretedAndSomeOfItIsAtFirst() {
    assertThat(interpreted(0, 0.97, 0.1).verdict().kind()).isEqualTo(FindingKind.COMPILATION);
    assertThat(interpreted(0, 0.5, 0.1).findings())
        .noneMatch(finding -> finding.kind() == FindingKind.COMPILATION);
  }

  @Test
  void aFullCodeCacheIsTheReason() {
    Diagnosis diagnosis = interpreted(1, 0.5, 0.1);

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.COMPILATION);
    assertThat(diagnosis.verdict().location()).isEmpty();
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.ENLARGE_CODE_CACHE);
  }

  @Test
  void methodHandlesThatAreMadeAllTheTimeAreSaid() {
    Looks looks =
        new Looks(2, 2)
            .runs("a", 1, "com.acme.Work.run(Work.java:9)")
            .runs(
                "b",
                1,
                "java.lang.invoke.MemberName.referenceKindIsConsistentWith(MemberName.java:1)",
                "java.lang.invoke.MethodHandles$Lookup.findStatic(MethodHandles.java:1)",
                "com.acme.Quotes.make(Quotes.java:5)")
            .looks(100);
    Finding verdict = Diagnosis.of(looks.recording()).verdict();

    assertThat(verdict.kind()).isEqualTo(FindingKind.CLASS_LOADING);
    assertThat(((Finding.ClassLoading) verdict).handles()).isTrue();
    assertThat(verdict.location()).hasToString("Optional[com.acme.Quotes.make(Quotes.java:5)]");
  }

  private static Diagnosis stalled(double seconds) {
    HeapUse heap = new HeapUse(100, 70, Optional.empty(), false, (long) (seconds * 1e9));
    return Diagnosis.of(
        watched(new JvmActivity(0, 0, InterpretedCode.NONE, VmOperations.NONE, heap)).recording());
  }

  @Test
  void threadsThatWaitForMemoryAreSaid() {
    Diagnosis diagnosis = stalled(15);

    assertThat(diagnosis.verdict()).isInstanceOf(Finding.GarbageCollection.class);
    Finding.GarbageCollection verdict = (Finding.GarbageCollection) diagnosis.verdict();
    assertThat(verdict.stalls()).isTrue();
    assertThat(verdict.savedShareAtMost()).isCloseTo(0.5, within(0.01));
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.ENLARGE_HEAP);
    assertThat(stalled(0.1).findings()).noneMatch(finding -> finding.kind() == FindingKind.GC);
  }

  private static Finding busyIn(String... stack) {
    Looks looks =
        new Looks(2, 2)
            .runs("a", 1, "com.acme.Work.run(Work.java:9)")
            .runs("b", 1, stack)
            .looks(100);
    return Diagnosis.of(looks.recording()).verdict();
  }

  @Test
  void readingAnExceptionsStackIsPartOfMakingIt() {
    Finding verdict =
        busyIn(
            "java.lang.Module.getLayer(Module.java:1)",
            "java.lang.StackTraceElement.computeFormat(StackTraceElement.java:1)",
            "java.lang.StackTraceElement.of(StackTraceElement.java:1)",
            "java.lang.Throwable.getOurStackTrace(Throwable.java:1)",
            "java.lang.Throwable.getStackTrace(Throwable.java:1)",
            "com.acme.Log.caller(Log.java:5)");
    assertThat(verdict).isInstanceOf(Finding.Exceptions.class);
    assertThat(((Finding.Exceptions) verdict).share()).isCloseTo(0.5, within(0.01));
    assertThat(verdict.location()).hasToString("Optional[com.acme.Log.caller(Log.java:5)]");
  }

  @Test
  void theTypeIsThatOfTheExceptionNotOfWhoReadsItsStack() {
    Finding read =
        busyIn(
            "java.lang.StackTraceElement.of(StackTraceElement.java:1)",
            "java.lang.Throwable.getStackTrace(Throwable.java:1)",
            "com.acme.Caller.<init>(Caller.java:5)");
    Finding made =
        busyIn(
            "java.lang.Throwable.fillInStackTrace(Throwable.java:1)",
            "java.lang.Throwable.<init>(Throwable.java:1)",
            "java.lang.Exception.<init>(Exception.java:1)",
            "com.acme.Mismatch.<init>(Mismatch.java:5)");
    assertThat(((Finding.Exceptions) read).type()).isEqualTo("java.lang.Throwable");
    assertThat(((Finding.Exceptions) made).type()).isEqualTo("com.acme.Mismatch");
  }

  @Test
  void printingOneIsNot() {
    Finding verdict =
        busyIn(
            "java.lang.String.valueOf(String.java:1)",
            "java.lang.Throwable.printStackTrace(Throwable.java:1)",
            "com.acme.Log.print(Log.java:7)");
    assertThat(verdict.kind()).isEqualTo(FindingKind.HEALTHY);
  }

  private static Diagnosis woken(int waiting, long waits) {
    String at = "com.acme.Board.await(Board.java:7)";
    Looks looks =
        new Looks(2, 1.5)
            .process(5, 5)
            .lock(
                new LockUse(
                    new LockId("com.acme.Board", 9, LockKind.MONITOR),
                    0,
                    0,
                    0,
                    0,
                    waits,
                    0,
                    List.of(),
                    List.of(),
                    List.of()))
            .runs("post", 1, "com.acme.Work.run(Work.java:9)")
            .blocked(
                "box-0", "com.acme.Board", 9, "post", "java.lang.Object.wait(Object.java)", at);
    for (int i = 1; i < waiting; i++) {
      looks.waitsFor("box-" + i, "com.acme.Board", "java.lang.Object.wait(Object.java)", at);
    }
    return Diagnosis.of(looks.looks(100).recording());
  }

  @Test
  void herdsThatAreWokenAreSaid() {
    Diagnosis diagnosis = woken(12, 450_000);

    assertThat(diagnosis.verdict()).isInstanceOf(Finding.Herd.class);
    Finding.Herd verdict = (Finding.Herd) diagnosis.verdict();
    assertThat(verdict.kind()).isEqualTo(FindingKind.HAND_OVER);
    assertThat(verdict.location()).hasToString("Optional[com.acme.Board.await(Board.java:7)]");
    assertThat(verdict.waiting()).isCloseTo(12, within(0.01));
    assertThat(verdict.perSecond()).isCloseTo(45_000, within(1.0));
    assertThat(verdict.share()).isCloseTo(0.45, within(0.001));
    assertThat(diagnosis.findings())
        .noneMatch(finding -> finding.kind() == FindingKind.CONTENDED_LOCK);
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.WAKE_FEWER);
  }

  @Test
  void whoIsWokenRarelyOrAloneIsNoHerd() {
    assertThat(woken(12, 50_000).findings()).noneMatch(Finding.Herd.class::isInstance);
    assertThat(woken(1, 450_000).findings()).noneMatch(Finding.Herd.class::isInstance);
  }

  private static Diagnosis tokens(double busyCores, int handedOver) {
    Looks looks =
        new Looks(2, busyCores)
            .sampled(100 - handedOver, "com.acme.Stage.fold(Stage.java:28)", VIRTUAL_RUN)
            .sampled(
                handedOver / 2,
                "jdk.internal.vm.Continuation.yield(Continuation.java:357)",
                "java.lang.VirtualThread.park(VirtualThread.java:742)",
                "java.util.concurrent.SynchronousQueue.put(SynchronousQueue.java:266)",
                "com.acme.Channel.send(Channel.java:14)",
                VIRTUAL_RUN)
            .sampled(
                handedOver - handedOver / 2,
                "java.util.concurrent.ForkJoinPool.awaitWork(ForkJoinPool.java:2046)",
                "java.util.concurrent.ForkJoinWorkerThread.run(ForkJoinWorkerThread.java:187)");
    for (int i = 0; i < 2; i++) {
      looks.runs("carrier-" + i, 0.9, "com.acme.Stage.fold(Stage.java:28)", VIRTUAL_RUN);
    }
    return Diagnosis.of(looks.looks(60).recording());
  }

  @Test
  void virtualThreadsThatDoNextToNothingEachTimeHandOver() {
    Diagnosis diagnosis = tokens(1.9, 60);

    assertThat(diagnosis.verdict()).isInstanceOf(Finding.VirtualSwitches.class);
    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.HAND_OVER);
    assertThat(diagnosis.verdict().location())
        .hasToString("Optional[com.acme.Channel.send(Channel.java:14)]");
    assertThat(diagnosis.verdict().savedShareAtMost()).isCloseTo(0.57, within(0.01));
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.SWITCH_LESS);
  }

  @Test
  void virtualThreadsThatMostlyWorkOrLeaveCoresUnusedDoNot() {
    assertThat(tokens(1.9, 30).findings()).noneMatch(Finding.VirtualSwitches.class::isInstance);
    assertThat(tokens(0.3, 60).findings()).noneMatch(Finding.VirtualSwitches.class::isInstance);
  }

  /** Whose compiler runs from beginning to end has classes made, if they are loaded too. */
  @Test
  void compilersOfLibrariesMakeClassesThatAreLoaded() {
    String[] compiles = {
      "org.codehaus.janino.UnitCompiler.compile(UnitCompiler.java:3)",
      "org.codehaus.commons.compiler.Cookable.cook(Cookable.java:7)",
      "com.acme.Formulas.of(Formulas.java:34)"
    };
    String[] loads = {
      "java.lang.ClassLoader.defineClass1(ClassLoader.java)",
      "org.codehaus.janino.ByteArrayClassLoader.findClass(ByteArrayClassLoader.java:9)",
      "com.acme.Formulas.of(Formulas.java:34)"
    };
    Looks both =
        new Looks(2, 2).runs("a", 0.9, compiles).runs("b", 0.1, loads).runs("c", 1, "Work.run");
    Looks compiler = new Looks(2, 2).runs("a", 1, compiles).runs("c", 1, "Work.run");

    Diagnosis diagnosis = Diagnosis.of(both.looks(100).recording());
    Finding verdict = diagnosis.verdict();

    assertThat(verdict).isInstanceOf(Finding.ClassLoading.class);
    assertThat(((Finding.ClassLoading) verdict).share()).isCloseTo(0.5, within(0.01));
    assertThat(verdict.location()).hasToString("Optional[com.acme.Formulas.of(Formulas.java:34)]");
    assertThat(Diagnosis.of(compiler.looks(100).recording()).findings())
        .as("it may be a program that compiles")
        .noneMatch(Finding.ClassLoading.class::isInstance);
  }

  @Test
  void classesThatAreMadeAllTheTimeAreSaid() {
    Looks looks =
        new Looks(2, 2)
            .runs("a", 1, "com.acme.Work.run(Work.java:9)")
            .runs(
                "b",
                1,
                "java.lang.ClassLoader.defineClass0(ClassLoader.java)",
                "java.lang.invoke.MethodHandles$Lookup.defineHiddenClass(MethodHandles.java:1)",
                "com.acme.Scripts.compile(Scripts.java:5)")
            .looks(100);
    Diagnosis diagnosis = Diagnosis.of(looks.recording());

    assertThat(diagnosis.verdict()).isInstanceOf(Finding.ClassLoading.class);
    Finding.ClassLoading verdict = (Finding.ClassLoading) diagnosis.verdict();
    assertThat(verdict.share()).isCloseTo(0.5, within(0.01));
    assertThat(verdict.handles()).isFalse();
    assertThat(diagnosis.verdict().location())
        .hasToString("Optional[com.acme.Scripts.compile(Scripts.java:5)]");
    assertThat(diagnosis.nextStep()).isEqualTo(NextStep.KEEP_CLASSES);
  }

  @ParameterizedTest
  @ValueSource(ints = {25, 45})
  void classesThatAreLoadedAtTheStartAreNot(int startLooks) {
    Looks looks =
        new Looks(2, 2)
            .runs("main", 2, "java.lang.ClassLoader.loadClass(ClassLoader.java:9)")
            .looks(startLooks);
    looks.runs("main", 2, "com.acme.Work.run(Work.java:9)").looks(100 - startLooks);

    assertThat(Diagnosis.of(looks.recording()).findings())
        .noneMatch(f -> f.kind() == FindingKind.CLASS_LOADING);
  }
}
