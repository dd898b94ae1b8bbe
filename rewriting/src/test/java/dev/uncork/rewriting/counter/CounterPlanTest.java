package dev.uncork.rewriting.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a counter and what isn't: each refusal names the place. */
@SuppressWarnings("unused") // Looked at, not called.
class CounterPlanTest {
  /** Two reads that must fit together. */
  static class Average {
    private long sum;
    private long count;

    synchronized void add(long value) {
      sum += value;
      count++;
    }
  }

  /** A condition on the value. */
  static class Bounded {
    private int used;

    synchronized boolean acquire(int limit) {
      if (used >= limit) {
        return false;
      }
      used++;
      return true;
    }

    synchronized void release() {
      used--;
    }
  }

  /** Something else happens under the monitor. */
  static class Noisy {
    private int count;

    synchronized void add() {
      count++;
      System.identityHashCode(this);
    }

    synchronized void also() {
      count++;
    }
  }

  /** One method is no counter's. */
  static class Compound {
    private int count;

    synchronized void add() {
      count++;
    }

    synchronized void addTwice() {
      add();
      add();
    }
  }

  /** The field belongs to the superclass. */
  static class Inherited extends Open {
    synchronized void more() {
      open++;
    }
  }

  /** Static counters, one of them not simple; the objects' own are. */
  static class HalfStatic {
    private static int made;
    private int uses;

    synchronized void use() {
      uses++;
    }

    static synchronized void make(int most) {
      if (made < most) {
        made++;
      }
    }

    static synchronized void drop() {
      made--;
    }
  }

  /** Initialized before its subclass is. */
  static class Initialized {
    static final String NAME = System.getProperty("user.name");
  }

  /** Its superclass might call it before it is initialized. */
  static class Early extends Initialized {
    private static long calls;

    static synchronized void call() {
      calls++;
    }
  }

  @Test
  void staticCountersAreJudgedApartFromTheObjects() {
    CounterRewriter.Result result = CounterLoader.rewrite(HalfStatic.class, false);
    assertThat(result.bytes()).isNotNull();
    assertThat(result.operations()).hasSize(1).first().asString().contains("HalfStatic.use:");
    assertThat(result.against()).hasSize(1).first().asString().contains("HalfStatic.make:");
  }

  @Test
  void superclassThatIsInitializedBeforeIsNamed() {
    CounterRewriter.Result result = CounterLoader.rewrite(Early.class, false);
    assertThat(result.bytes()).isNull();
    assertThat(result.against()).hasSize(1).first().asString().contains("Initialized.<clinit>:");
  }

  /** Leaves its field to all. */
  static class Open {
    int open;
  }

  /** Its superclass uses the monitor for something else. */
  static class Below extends Compound {
    private int own;

    synchronized void below() {
      own++;
    }
  }

  /** The JVM locks threads itself. */
  static class Worker extends Thread {
    private int done;

    synchronized void done() {
      done++;
    }
  }

  /** Throws between read and write. */
  static class Dividing {
    private int rest;

    synchronized void divide(int by) {
      rest = rest + 100 / by;
    }
  }

  /** Waits on its own monitor. */
  static class Latch {
    private int count;

    synchronized void down() {
      count--;
      notifyAll();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Average.class,
        Noisy.class,
        Bounded.class,
        Compound.class,
        Inherited.class,
        Below.class,
        Worker.class,
        Dividing.class,
        Latch.class
      })
  void refusesWhatIsMoreThanACounter(Class<?> type) {
    CounterRewriter.Result result = CounterLoader.rewrite(type, false);
    assertThat(result.bytes()).isNull();
    assertThat(result.against()).isNotEmpty();
  }

  @Test
  void namesThePlace() {
    assertThat(CounterLoader.rewrite(Compound.class, false).against())
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.method()).isEqualTo("addTwice");
              assertThat(reason.line()).isPositive();
            });
    assertThat(CounterLoader.rewrite(Below.class, false).against())
        .anyMatch(reason -> reason.text().contains("Compound has synchronized methods"));
    assertThat(CounterLoader.rewrite(Worker.class, false).against())
        .anyMatch(reason -> reason.text().contains("java.lang.Thread"));
  }

  @Test
  void listsTheOperations() {
    assertThat(CounterLoader.rewrite(Tally.class, false).operations())
        .extracting(reason -> reason.method() + " " + reason.text())
        .containsExactly(
            "add adds to total",
            "total reads total",
            "next adds to total",
            "down adds to total",
            "step adds to step",
            "inBlock adds to step",
            "fromBlock reads step",
            "ticket adds to seen",
            "reset sets step",
            "clear sets total");
  }

  @Test
  void classWithoutCountersIsNone() {
    assertThat(CounterLoader.rewrite(CounterPlanTest.class, false).operations()).isEmpty();
    assertThat(CounterLoader.rewrite(Latch.class, false).operations()).isEmpty();
  }

  /** An adder can't be written to a stream. */
  static class Saved implements Serializable {
    private static final long serialVersionUID = 1;
    private int saved;

    synchronized void add() {
      saved++;
    }
  }

  /** Read without the monitor. */
  static class Peeked {
    private int count;

    synchronized void add() {
      count++;
    }

    int about() {
      return count;
    }
  }

  @Test
  void adderNeedsMore() {
    for (Class<?> type : new Class<?>[] {Tally.class, Saved.class, Peeked.class}) {
      assertThat(CounterLoader.rewrite(type, true).against()).isNotEmpty();
      assertThat(CounterLoader.rewrite(type, false).against()).isEmpty();
    }
    assertThat(CounterLoader.rewrite(Sum.class, true).against()).isEmpty();
  }
}
