package dev.uncork.agent.observe.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HotStacksTest {
  private static final String PUT = "com.acme.Cache.put(Cache.java:42)";
  private static final String MAIN = "com.acme.Main.main(Main.java)";

  private final HotStacks stacks = new HotStacks();
  private final Thread thread = new Thread("never started");

  @Test
  void sharesAreOfTheCpuTime() {
    stacks.looked(thread, PUT + "\n" + MAIN, 75);
    stacks.looked(thread, MAIN, 25);
    assertThat(stacks.hottest(1))
        .singleElement()
        .satisfies(
            hottest -> {
              assertThat(hottest.share()).isCloseTo(0.75, within(1e-9));
              assertThat(hottest.frames())
                  .containsExactly(
                      new CodePlace("com.acme.Cache", "put", 42),
                      new CodePlace("com.acme.Main", "main", 0));
            });
    assertThat(stacks.mainClasses()).containsExactly("com.acme.Main");
    assertThat(stacks.threads()).containsExactly(thread);
    assertThat(stacks.looks()).isEqualTo(2);
  }

  @Test
  void whoUsedNoCpuTimeIsNotHot() {
    stacks.looked(thread, MAIN, 0);
    assertThat(stacks.hottest(9)).isEmpty();
    assertThat(stacks.mainClasses()).containsExactly("com.acme.Main");
  }

  @Test
  void whatIsLongAgoCountsLess() {
    stacks.looked(thread, PUT, 100);
    stacks.second(6_000_000_000L);
    stacks.second(12_000_000_000L);
    stacks.looked(thread, MAIN, 100);
    assertThat(stacks.hottest(1).get(0).share()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void thoseThatUsedLeastAreForgotten() {
    for (int i = 0; i < 10_000; i++) {
      stacks.looked(thread, "com.acme.Cache.put(Cache.java:" + i + ")", i < 3 ? 1000 : 1);
    }
    assertThat(stacks.hottest(10_000)).hasSizeLessThan(600);
    assertThat(stacks.hottest(3)).allSatisfy(hot -> assertThat(hot.share()).isGreaterThan(0.2));
  }

  @Test
  void aFrameThatIsNoneIsLeftOut() {
    assertThat(CodePlace.of("(unloaded)")).isNull();
    assertThat(CodePlace.of("com.acme.Main.main(Native Method)"))
        .isEqualTo(new CodePlace("com.acme.Main", "main", 0));
  }
}
