package dev.uncork.agent.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.boot.NonPreemption;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rewritten methods verify, do what they did, and leave no request behind. */
class RequestRewriterTest {
  private RequestRewriter.Result result =
      new RequestRewriter.Result(new byte[0], java.util.List.of(), java.util.List.of());
  private Object sections = "";

  @BeforeEach
  void rewrite() throws Exception {
    try (InputStream in =
        Objects.requireNonNull(
            CriticalSections.class.getResourceAsStream("CriticalSections.class"))) {
      result = RequestRewriter.rewrite(in.readAllBytes(), (type, method) -> true);
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
    assertThat(NonPreemption.depth()).isZero();
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
    assertThat(call("block", false)).isEqualTo("1");
    assertThat(call("blockInLoop")).isEqualTo("1");
    assertThat(call("method", false)).isEqualTo("1");
    assertThat(call("staticMethod")).isEqualTo("1");
    assertThat(call("methodThatCatches")).isEqualTo("1");
    assertThat(call("locked", false)).isEqualTo("1");
    assertThat(call("lockedPlainly", new int[0])).isEqualTo("1");
    Callable<Integer> depth = NonPreemption::depth;
    assertThat(call("lockedByInterface", new ReentrantLock(), depth)).isEqualTo("1");
  }

  @Test
  void nestedSectionsEndWithTheOuterOne() throws Exception {
    assertThat(call("nested")).isEqualTo("2");
    assertThat(call("nestedFailure")).isEqualTo("1");
  }

  @Test
  void exceptionsWithdrawTheRequest() {
    for (String name : new String[] {"block", "method", "locked"}) {
      assertThatThrownBy(() -> call(name, true)).isInstanceOf(IllegalStateException.class);
      assertThat(NonPreemption.depth()).as(name).isZero();
    }
    assertThatThrownBy(() -> call("blockOnNull")).isInstanceOf(NullPointerException.class);
    assertThat(NonPreemption.depth()).isZero();
    assertThatThrownBy(() -> call("lockedPlainly", (Object) null))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void anInterruptBeforeTheLockIsTakenAsksForNothing() {
    Lock held = new ReentrantLock();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> call("lockedByInterface", held, (Callable<Integer>) () -> 0))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void waitingInsideKeepsTheSection() throws Exception {
    assertThat(call("waitsInBlock")).isEqualTo("1");
    assertThat(call("waitsOnCondition")).isEqualTo("1");
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
          RequestRewriter.rewrite(in.readAllBytes(), (type, method) -> method.equals("block"));
      assertThat(one.changed()).containsExactly(CriticalSections.class.getName() + ".block");
    }
  }
}
