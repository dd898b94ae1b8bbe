package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Every refusal names class, method and line. */
class LockExplanationTest {
  /** Waits on its own monitor. */
  static class Waits {
    synchronized void waitForIt() throws InterruptedException {
      wait(); // Line 14 of this file.
    }
  }

  /** Inherits from one that isn't eligible. */
  static class BelowWaits extends Waits {
    synchronized void more() {}
  }

  /** The JVM locks threads itself. */
  static class Worker extends Thread {
    synchronized void finish() {}
  }

  /** A stream of the JDK, whose superclass clones and locks nothing. */
  static class Plain {
    private final Object lock = new Object();

    synchronized void a() {}

    void ownLock() {
      synchronized (lock) {
        a();
      }
    }
  }

  /** Locks any object, and one kind. */
  static class Locker {
    void any(Object object) {
      synchronized (object) {
        object.notifyAll();
      }
    }

    void plain(Plain plain) {
      synchronized (plain) {
        plain.a();
      }
    }
  }

  @Test
  void tellsThatAClassIsEligibleAndWhoElseLocksIt() throws Exception {
    LockExplanation explanation = explain(Plain.class);
    assertThat(explanation.eligible()).isTrue();
    assertThat(explanation.methods()).hasSize(1);
    assertThat(explanation.elsewhere())
        .anyMatch(r -> is(r, "Locker", "any") && r.text().contains("block on any object"))
        .anyMatch(r -> is(r, "Locker", "any") && r.text().contains("notify on any object"))
        .anyMatch(r -> is(r, "Locker", "plain") && r.text().contains("a " + name(Plain.class)))
        .noneMatch(r -> is(r, "Plain", "ownLock"));
    assertThat(explanation.elsewhere()).allMatch(reason -> reason.line() > 0);
  }

  @Test
  void refusesAClassThatHandsWorkBetweenThreads() throws Exception {
    assertThat(explain(Waits.class).against())
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.method()).isEqualTo("waitForIt");
              assertThat(reason.line()).isEqualTo(14);
              assertThat(reason.toString()).contains("Waits.waitForIt:14: wait");
            });
    assertThat(explain(BelowWaits.class).against()).anyMatch(r -> is(r, "Waits", "waitForIt"));
    assertThat(explain(Waits.class).subclasses()).containsKey(name(BelowWaits.class));
  }

  @Test
  void refusesWhatTheJvmLocks() throws Exception {
    assertThat(explain(Worker.class).against())
        .anyMatch(reason -> reason.text().contains("java.lang.Thread"));
  }

  @Test
  void refusesAClassWithNothingToGain() throws Exception {
    assertThat(explain(Locker.class).against())
        .singleElement()
        .matches(reason -> reason.text().contains("no synchronized instance methods"));
  }

  @Test
  void knowsNoSuchClass() throws Exception {
    try (ClassPath path = ClassPath.open(classes())) {
      assertThat(LockExplanation.of("com.acme.Nope", path)).isNull();
    }
  }

  private static LockExplanation explain(Class<?> type) throws Exception {
    try (ClassPath path = ClassPath.open(classes())) {
      LockExplanation explanation = LockExplanation.of(type.getName(), path);
      if (explanation == null) {
        throw new AssertionError(type + " is not on " + classes());
      }
      return explanation;
    }
  }

  private static String classes() throws URISyntaxException {
    return Path.of(
            LockExplanationTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  private static boolean is(Reason reason, String nested, String method) {
    return reason.className().endsWith("$" + nested) && reason.method().equals(method);
  }

  private static String name(Class<?> type) {
    return type.getName();
  }
}
