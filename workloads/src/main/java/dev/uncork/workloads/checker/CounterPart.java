package dev.uncork.workloads.checker;

import dev.uncork.concurrent.StripedCounter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The counters to choose from. */
public enum CounterPart {
  /** The checker's own synchronized method. */
  SYNCHRONIZED {
    @Override
    Counter create(ModelChecker checker) {
      return checker;
    }
  },
  /** An atomic long. */
  ATOMIC {
    @Override
    Counter create(ModelChecker checker) {
      return new Atomic();
    }
  },
  /** The JDK's striped adder. */
  ADDER {
    @Override
    Counter create(ModelChecker checker) {
      return new Adder();
    }
  },
  /** The library's striped counter. */
  STRIPED {
    @Override
    Counter create(ModelChecker checker) {
      return new Striped();
    }
  };

  abstract Counter create(ModelChecker checker);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static final class Atomic implements Counter {
    private final AtomicLong count = new AtomicLong();

    @Override
    public void incGenStates(int n) {
      count.addAndGet(n);
    }

    @Override
    public long genStates() {
      return count.get();
    }
  }

  private static final class Striped implements Counter {
    private final StripedCounter count = new StripedCounter();

    @Override
    public void incGenStates(int n) {
      count.add(n);
    }

    @Override
    public long genStates() {
      return count.sum();
    }
  }

  private static final class Adder implements Counter {
    private final LongAdder count = new LongAdder();

    @Override
    public void incGenStates(int n) {
      count.add(n);
    }

    @Override
    public long genStates() {
      return count.sum();
    }
  }
}
