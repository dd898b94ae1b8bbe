package dev.uncork.agent.observe.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.observe.locks.TakingMethod;
import dev.uncork.boot.demand.DemandHooks;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rewritten critical sections verify, do what they did, and count themselves. */
class SectionRewriterTest {
  private static final int ROUNDS = 640;
  private final List<String> methods = new ArrayList<>();

  @AfterEach
  void disarm() {
    DemandHooks.disarm();
  }

  private static byte[] original(Class<?> type) throws Exception {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(file))) {
      return in.readAllBytes();
    }
  }

  private Runnable rewritten() throws Exception {
    byte[] bytes =
        SectionRewriter.rewrite(
            original(Sections.class),
            (type, method) -> {
              methods.add(method);
              return new int[] {methods.size() - 1, methods.size() - 1};
            });
    assertThat(bytes).isNotEmpty();
    Class<?> type =
        new ClassLoader(getClass().getClassLoader()) {
          Class<?> define() {
            return defineClass(Sections.class.getName(), bytes, 0, bytes.length);
          }
        }.define();
    return (Runnable) type.getDeclaredConstructor().newInstance();
  }

  /** Counts of a run in which all sites are about one class of locks. */
  private Map<String, Long> counts(String lockClass, boolean exact) throws Exception {
    Runnable program = rewritten();
    String[] classes = new String[methods.size()];
    boolean[] exacts = new boolean[methods.size()];
    Arrays.fill(classes, lockClass);
    Arrays.fill(exacts, exact);
    DemandHooks.arm(classes, exacts);
    program.run();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int i = 0; i < methods.size(); i++) {
      if (DemandHooks.count(i) > 0) {
        counts.put(methods.get(i), DemandHooks.count(i));
      }
    }
    return counts;
  }

  private int samples(String method) {
    return DemandHooks.samples(methods.indexOf(method)).length;
  }

  @Test
  void blocksAreCountedWhateverTheirEnd() throws Exception {
    assertThat(counts("java.lang.Object", true))
        .containsOnly(
            Map.entry("block", (long) ROUNDS),
            Map.entry("fail", (long) ROUNDS),
            Map.entry("nested", (long) ROUNDS));
    assertThat(samples("block")).isEqualTo(ROUNDS / DemandHooks.SAMPLE_EVERY);
    assertThat(samples("fail")).isEqualTo(ROUNDS / DemandHooks.SAMPLE_EVERY);
  }

  @Test
  void methodsAreCountedOnTheirObjectOrClass() throws Exception {
    assertThat(counts(Sections.class.getName(), true))
        .containsOnly(Map.entry("method", (long) ROUNDS), Map.entry("again", ROUNDS / 2L));
    assertThat(samples("method")).isEqualTo(ROUNDS / DemandHooks.SAMPLE_EVERY);
  }

  @Test
  void staticMethodsAreCountedOnTheClass() throws Exception {
    assertThat(counts("java.lang.Class", true))
        .containsOnly(Map.entry("staticMethod", (long) ROUNDS));
  }

  @Test
  void locksAreCountedByTheirSynchronizerAndWaitsAreNotTimed() throws Exception {
    assertThat(counts("java.util.concurrent.locks.ReentrantLock$NonfairSync", false))
        .containsOnly(
            Map.entry("juc", (long) ROUNDS),
            Map.entry("tried", (long) ROUNDS),
            Map.entry("awaiting", 1L));
    assertThat(samples("juc")).isEqualTo(ROUNDS / DemandHooks.SAMPLE_EVERY);
    assertThat(samples("awaiting")).isZero();
  }

  @Test
  void anUnarmedSiteDoesNothing() throws Exception {
    rewritten().run();
    assertThat(DemandHooks.count(0)).isZero();
    assertThat(DemandHooks.samples(0)).isEmpty();
  }

  @Test
  void aClassWithoutLocksStaysAsItIs() throws Exception {
    assertThat(SectionRewriter.rewrite(original(List.class), (type, method) -> new int[] {0, 0}))
        .isEmpty();
  }

  @Test
  void theHolderIsTheFirstMethodThatIsNotTheLocks() {
    assertThat(
            takenIn(
                "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:1)\n"
                    + "app//com.acme.Cache.put(Cache.java:42)\ncom.acme.A.b(A.java:1)"))
        .isEqualTo("com.acme.Cache");
    assertThat(takenIn("com.acme.Cache$Inner.<init>(Cache.java:42)"))
        .isEqualTo("com.acme.Cache$Inner");
    assertThat(takenIn("")).isEmpty();
  }

  private static String takenIn(String stack) {
    return TakingMethod.of(stack).type();
  }
}
