package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.boot.nopreempt.NonPreemption;
import dev.uncork.boot.nopreempt.NonPreemption.Way;
import dev.uncork.boot.nopreempt.PretendedKernel;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rewritten methods verify, do what they did, and leave no request behind. */
class RequestRewriterTest {
  private RequestRewriter.Result result =
      new RequestRewriter.Result(new byte[0], List.of(), List.of(), List.of());
  private Object sections = "";
  private PretendedKernel kernel = PretendedKernel.switchOn();

  @BeforeEach
  void rewriteForAllWays() throws Exception {
    rewrite(SectionHooks.ALL);
  }

  private void rewrite(SectionHooks hooks) throws Exception {
    kernel = PretendedKernel.switchOn();
    RequestRewriter.Calls calls =
        (caller, called) -> caller.name().equals("callsMethod") && called.equals("method");
    try (InputStream in =
        Objects.requireNonNull(
            CriticalSections.class.getResourceAsStream("CriticalSections.class"))) {
      result = RequestRewriter.rewrite(in.readAllBytes(), (type, method) -> true, hooks, calls);
    }
    byte[] bytes = result.bytes();
    Class<?> type =
        new ClassLoader(getClass().getClassLoader()) {
          Class<?> define() {
            return defineClass(CriticalSections.class.getName(), bytes, 0, bytes.length);
          }
        }.define();
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    sections = constructor.newInstance();
  }

  @AfterEach
  void nothingIsLeft() {
    NonPreemption.switchOff();
    assertThat(NonPreemption.requested()).isFalse();
    assertThat(NonPreemption.kept()).isFalse();
  }

  private Object call(String name, Object... arguments) throws Exception {
    Method method =
        Arrays.stream(sections.getClass().getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    method.setAccessible(true);
    try {
      return String.valueOf(method.invoke(sections, arguments));
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @Test
  void sectionsAskHoweverTheyAreMade() throws Exception {
    assertThat(call("block", false)).isEqualTo("true");
    assertThat(call("blockInLoop")).isEqualTo("true");
    assertThat(call("method", false)).isEqualTo("true");
    assertThat(call("staticMethod")).isEqualTo("true");
    assertThat(call("methodThatCatches")).isEqualTo("true");
    assertThat(call("locked", false)).isEqualTo("true");
    assertThat(call("lockedPlainly", new int[0])).isEqualTo("true");
    Callable<Boolean> asked = NonPreemption::requested;
    assertThat(call("lockedByInterface", new ReentrantLock(), asked)).isEqualTo("true");
  }

  @Test
  void withTheExtensionAloneSectionsOnlyAsk() throws Exception {
    assertThat(result.changed()).anyMatch(name -> name.startsWith("turns in "));
    rewrite(SectionHooks.REQUESTS);
    assertThat(result.changed()).noneMatch(name -> name.startsWith("turns in "));
    sectionsAskHoweverTheyAreMade();
    exceptionsWithdrawTheRequest();
    waitingInsideKeepsTheSection();
    nestedSectionsEndWithTheOuterOne();
    aGrantThatTheKernelEndsIsCounted();
    whatWasGrantedIsGivenBackWhenTheOutermostLockIsFree();
    assertThat(NonPreemption.sections()).isZero();
    PretendedKernel.lengthen();
    assertThat(turnsIn("block", false)).isZero();
  }

  @Test
  void sectionsAreCountedUntilTheNextSwitch() throws Exception {
    int sections = 40;
    for (@Nullable Way way : new Way[] {Way.EXTENSION, Way.LONGER_SLICE, null}) {
      if (way == null) {
        NonPreemption.switchOff();
      } else {
        NonPreemption.switchOn(way);
      }
      assertThat(NonPreemption.sections()).isZero();
      for (int i = 0; i < sections; i++) {
        call("block", false);
      }
      assertThat(NonPreemption.sections()).as("" + way).isEqualTo(sections);
    }
  }

  /** Calls a method of sections for some turns' time; returns how many turns ended. */
  private int turnsIn(String name, Object... arguments) throws Exception {
    int before = kernel.turns();
    long end = System.nanoTime() + 30_000_000;
    while (System.nanoTime() < end) {
      call(name, arguments);
    }
    return kernel.turns() - before;
  }

  /**
   * Whether a turn ends while a method of sections is called; on a busy machine the kernel ends
   * many before that.
   */
  private boolean aTurnEndsIn(String name, Object... arguments) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    while (System.nanoTime() < end) {
      if (turnsIn(name, arguments) > 0) {
        return true;
      }
    }
    return false;
  }

  @Test
  void withLongerSlicesTurnsEndBetweenSections() throws Exception {
    PretendedKernel.lengthen();
    Callable<Boolean> asked = NonPreemption::requested;
    assertThat(aTurnEndsIn("block", false)).isTrue();
    assertThat(aTurnEndsIn("lockedByInterface", new ReentrantLock(), asked)).isTrue();
    assertThat(aTurnEndsIn("callsMethod")).isTrue();
    assertThat(kernel.turnsInside()).isZero();
  }

  @Test
  void withLongerSlicesNoTurnEndsInsideOfASection() throws Exception {
    PretendedKernel.lengthen();
    Callable<Boolean> inner = () -> turnsIn("block", false) + turnsIn("callsMethod") == 0;
    assertThat(call("blockAround", inner)).isEqualTo("true");
    assertThat(turnsIn("method", false)).as("it holds its lock all the time").isZero();
    assertThat(turnsIn("methodThatCalls")).as("so does its caller").isZero();
  }

  @Test
  void withTurnsAloneSectionsAreCountedAndTurnsEnd() throws Exception {
    rewrite(SectionHooks.TURNS);
    PretendedKernel.lengthen();
    assertThat(call("block", false)).as("asks").isEqualTo("false");
    assertThat(call("method", false)).as("asks").isEqualTo("false");
    assertThat(call("locked", false)).as("asks").isEqualTo("false");
    assertThat(NonPreemption.sections()).isEqualTo(3);
    for (String name : new String[] {"block", "method", "locked"}) {
      assertThatThrownBy(() -> call(name, true)).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> call("blockOnNull")).isInstanceOf(NullPointerException.class);
    anInterruptBeforeTheLockIsTakenAsksForNothing();
    methodsThatMayReturnWithALockAreRefused();
    assertThat(call("waitsInterrupted")).isEqualTo("false");
    withLongerSlicesTurnsEndBetweenSections();
    assertThat(turnsIn("method", false)).as("it holds its lock all the time").isZero();
    PretendedKernel.switchOn();
    turnsEndOnlyWithLongerSlices();
  }

  @Test
  void sectionsInsideOfOthersAreSeenWithLongerSlices() throws Exception {
    call("nested");
    boolean before = NonPreemption.nested();
    PretendedKernel.lengthen();
    call("block", false);
    call("nestedInOneMethod", 1.5, (Callable<Boolean>) () -> true);
    assertThat(NonPreemption.nested()).isEqualTo(before);
    call("nested");
    assertThat(NonPreemption.nested()).isTrue();
    assertThat(SectionHooks.of(Way.LONGER_SLICE)).isEqualTo(SectionHooks.ALL);
  }

  @Test
  void turnsEndOnlyWithLongerSlices() throws Exception {
    assertThat(turnsIn("block", false)).as("with the extension").isZero();
    NonPreemption.switchOff();
    assertThat(turnsIn("block", false)).isZero();
  }

  @Test
  void nestedSectionsEndWithTheOuterOne() throws Exception {
    assertThat(call("nested")).isEqualTo("true");
    assertThat(call("nestedFailure")).isEqualTo("true");
  }

  @Test
  void ofNestedSectionsInOneMethodTheOuterOneAsks() throws Exception {
    Callable<Boolean> asks = NonPreemption::requested;
    assertThat(call("nestedInOneMethod", 1.5, asks)).isEqualTo("true");
  }

  @Test
  void whatWasGrantedIsGivenBackWhenTheOutermostLockIsFree() throws Exception {
    int before = kernel.yields();
    Callable<Boolean> interrupted =
        () -> {
          kernel.interrupt();
          return true;
        };
    Callable<Boolean> inner =
        () -> {
          kernel.interrupt();
          call("block", false);
          return kernel.yields() == before + 1;
        };
    call("blockAround", interrupted);
    assertThat(kernel.yields()).isEqualTo(before + 1);
    assertThat(call("blockAround", inner)).isEqualTo("true");
    assertThat(kernel.yields()).isEqualTo(before + 2);
    long lent = NonPreemption.counts().lent();
    call("methodAround", interrupted);
    assertThat(kernel.yields()).as("with the monitor held").isEqualTo(before + 2);
    assertThat(NonPreemption.counts().lent()).isEqualTo(lent + 1);
    kernel.revoke();
  }

  @Test
  void aGrantThatTheKernelEndsIsCounted() throws Exception {
    long revoked = NonPreemption.counts().revoked();
    Callable<Boolean> over =
        () -> {
          kernel.interrupt();
          kernel.revoke();
          return true;
        };
    call("blockAround", over);
    assertThat(NonPreemption.counts().revoked()).isEqualTo(revoked + 1);
  }

  @Test
  void sectionsThatARemedyComesOrGoesInLeaveNothing() throws Exception {
    Callable<Boolean> goes =
        () -> {
          NonPreemption.switchOff();
          return NonPreemption.requested();
        };
    assertThat(call("blockAround", goes)).as("until its end").isEqualTo("true");
    assertThat(NonPreemption.requested()).isFalse();
    assertThat(call("block", false)).isEqualTo("false");
    Callable<Boolean> comes =
        () -> {
          PretendedKernel.switchOn();
          return NonPreemption.requested();
        };
    assertThat(call("blockAround", comes)).isEqualTo("false");
    assertThat(call("block", false)).isEqualTo("true");
  }

  @Test
  void threadsThatShareASlotAskOnTheirOwn() throws Exception {
    Callable<Boolean> other =
        () -> {
          kernel.interrupt(); // the outer thread's request is granted, and nobody else's
          boolean[] asked = new boolean[1];
          Thread sharing = new Thread(() -> asked[0] = blockAsks());
          while ((sharing.getId() - Thread.currentThread().getId()) % 1024 != 0) {
            sharing = new Thread(() -> asked[0] = blockAsks());
          }
          sharing.start();
          sharing.join();
          return asked[0];
        };
    int before = kernel.yields();
    assertThat(call("blockAround", other)).isEqualTo("true");
    assertThat(kernel.yields()).isEqualTo(before + 1);
    assertThat(call("block", false)).as("with the slot taken").isEqualTo("true");
  }

  private boolean blockAsks() {
    try {
      return "true".equals(call("staticMethod")) && !NonPreemption.requested();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void virtualThreadsAskForNothing() throws Exception {
    Method start;
    try {
      start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      return; // JDK 17
    }
    boolean[] seen = new boolean[2];
    Runnable body =
        () -> {
          seen[0] = blockAsks();
          seen[1] = kernel.isKnown();
        };
    ((Thread) start.invoke(null, body)).join();
    assertThat(seen).containsExactly(false, false);
  }

  @Test
  void exceptionsWithdrawTheRequest() {
    for (String name : new String[] {"block", "method", "locked"}) {
      assertThatThrownBy(() -> call(name, true)).isInstanceOf(IllegalStateException.class);
      assertThat(NonPreemption.requested()).as(name).isFalse();
    }
    assertThatThrownBy(() -> call("blockOnNull")).isInstanceOf(NullPointerException.class);
    assertThat(NonPreemption.requested()).isFalse();
    assertThatThrownBy(() -> call("lockedPlainly", (Object) null))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void anInterruptBeforeTheLockIsTakenAsksForNothing() {
    Lock held = new ReentrantLock();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> call("lockedByInterface", held, (Callable<Boolean>) () -> true))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void waitingInsideKeepsTheSection() throws Exception {
    assertThat(call("waitsInBlock")).isEqualTo("true");
    assertThat(call("waitsOnCondition")).isEqualTo("true");
    assertThat(call("waitsInterrupted")).isEqualTo("false");
  }

  @Test
  void methodsThatMayReturnWithALockAreRefused() throws Exception {
    assertThat(result.refused())
        .anyMatch(line -> line.endsWith("takesAndKeeps: it may return with a lock that it took"))
        .anyMatch(line -> line.contains("tries: it may or may not get a lock"));
    call("takesAndKeeps");
    call("givesBack");
    assertThat(call("tries")).isEqualTo("true");
  }

  @Test
  void otherMethodsStayAsTheyAre() throws Exception {
    try (InputStream in =
        Objects.requireNonNull(
            CriticalSections.class.getResourceAsStream("CriticalSections.class"))) {
      RequestRewriter.Result one =
          RequestRewriter.rewrite(
              in.readAllBytes(), (type, method) -> method.equals("block"), SectionHooks.ALL);
      assertThat(one.changed()).containsExactly(CriticalSections.class.getName() + ".block");
    }
  }
}
