package dev.uncork.agent.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.CodeAccess;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a program's code calls in the JDK is named as the code has it. */
class HotCallTest {
  private static final Class<?>[] LOADED = {Dice.class, Math.class, Random.class};

  /** Calls the same in two ways. */
  private static final class Dice {
    private final Random random = new Random();

    StackTraceElement[] ofAll() {
      Math.random();
      return here();
    }

    StackTraceElement[] own() {
      random.nextDouble();
      return here();
    }

    private static StackTraceElement[] here() {
      return new Throwable().getStackTrace();
    }
  }

  private static List<String> targets(StackTraceElement[] here, String callee) {
    Instrumentation loaded =
        (Instrumentation)
            Proxy.newProxyInstance(
                HotCallTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> LOADED);
    CodePlace caller =
        new CodePlace(here[1].getClassName(), here[1].getMethodName(), here[1].getLineNumber() - 1);
    List<CodePlace> frames =
        Arrays.asList(
            CodePlace.of("java.util.Random.next(Random.java)"), CodePlace.of(callee), caller);
    return HotCall.of(frames).orElseThrow().accesses(new ClassCode(loaded)).stream()
        .filter(access -> access.access() == CodeAccess.RETRY_LOOP)
        .map(SharedAccess::target)
        .toList();
  }

  @Test
  void aStaticMethodOfTheJdkIsNamedItself() {
    assertThat(targets(new Dice().ofAll(), "java.lang.Math.random(Math.java)"))
        .containsExactly("Math.random()");
  }

  @Test
  void anObjectOfTheJdkIsNamedByItsClassAndField() {
    assertThat(targets(new Dice().own(), "java.util.Random.nextDouble(Random.java)"))
        .containsExactly("Random HotCallTest.Dice.random");
  }
}
