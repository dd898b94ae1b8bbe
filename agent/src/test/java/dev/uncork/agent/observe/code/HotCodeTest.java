package dev.uncork.agent.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.observe.code.HotStacks.HotStack;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HotCodeTest {
  private static final CodeSource CLASS_PATH = new AccessScanTest.ClassPath();
  private static final String THREAD = "java.lang.Thread.run(Thread.java:1)";

  private static boolean sharesNothing(String... frames) {
    HotStack stack = new HotStack(Arrays.stream(frames).map(CodePlace::of).toList(), 1);
    return HotCode.sharesNothing(stack, CLASS_PATH, place -> AccessScan.of(place, CLASS_PATH));
  }

  private static String in(String method) {
    return Accesses.class.getName() + "." + method + "(Accesses.java:1)";
  }

  @Test
  void codeThatOnlyCalculatesSharesNothing() {
    assertThat(sharesNothing(in("storesWhenDone"), THREAD)).isTrue();
    assertThat(
            sharesNothing(
                in("storesWhenDone"), "com.acme.Jobs$$Lambda/0x1.run(Unknown Source)", THREAD))
        .isTrue();
  }

  @Test
  void codeThatTouchesCommonMemoryShares() {
    assertThat(sharesNothing(in("step"), THREAD)).isFalse();
    assertThat(sharesNothing(in("works"), THREAD)).as("calls step").isFalse();
    assertThat(sharesNothing(in("storesWhenDone"), in("atomicIncrement"), THREAD)).isFalse();
    assertThat(sharesNothing(in("pollsByGetter"), THREAD)).isFalse();
  }

  @Test
  void whatTheJdkDoesOnBehalfOfTheProgramIsNotKnown() {
    assertThat(sharesNothing("java.util.HashMap.get(HashMap.java:1)", in("storesWhenDone")))
        .isFalse();
    assertThat(sharesNothing(THREAD)).isFalse();
  }

  @Test
  void codeThatCannotBeReadIsNotKnown() {
    assertThat(sharesNothing("com.acme.Missing.work(Missing.java:1)", THREAD)).isFalse();
  }
}
