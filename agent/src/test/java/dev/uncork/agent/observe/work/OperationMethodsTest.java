package dev.uncork.agent.observe.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.observe.code.CodePlace;
import dev.uncork.agent.observe.code.HotStacks;
import org.junit.jupiter.api.Test;

class OperationMethodsTest {
  private static final Thread THREAD = new Thread("never started");

  private final HotStacks stacks = new HotStacks();

  @Test
  void methodsNearestToTheRootComeFirst() {
    look(
        60,
        "java.util.HashMap.put(HashMap.java:610)",
        "com.acme.Cache.put(Cache.java:7)",
        "com.acme.Task.execute(Task.java:3)",
        "com.acme.Worker.run(Worker.java:9)",
        "java.lang.Thread.run(Thread.java:840)");
    look(40, "com.acme.Task.execute(Task.java:4)", "com.acme.Worker.run(Worker.java:9)");
    assertThat(OperationMethods.of(stacks.hottest(9)))
        .extracting(CodePlace::name)
        .containsExactly("com.acme.Worker.run", "com.acme.Task.execute", "com.acme.Cache.put");
  }

  @Test
  void hiddenClassesAndConstructorsAndRareOnesAreNone() {
    look(
        90,
        "com.acme.Key.<init>(Key.java:2)",
        "com.acme.Main$$Lambda$3/0x0000000800c03000.run(Unknown Source)");
    look(10, "com.acme.Log.flush(Log.java:5)");
    assertThat(OperationMethods.of(stacks.hottest(9))).isEmpty();
  }

  private void look(long nanos, String... frames) {
    stacks.looked(THREAD, String.join("\n", frames), nanos);
  }
}
