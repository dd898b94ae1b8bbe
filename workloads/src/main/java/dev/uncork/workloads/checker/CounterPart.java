package dev.uncork.workloads.checker;

import dev.uncork.concurrent.StripedCounter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

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
      AtomicLong count = new AtomicLong();
      return new Adapted(count::addAndGet, count::get);
    }
  },
  /** The JDK's striped adder. */
  ADDER {
    @Override
    Counter create(ModelChecker checker) {
      LongAdder count = new LongAdder();
      return new Adapted(count::add, count::sum);
    }
  },
  /** The library's striped counter. */
  STRIPED {
    @Override
    Counter create(ModelChecker checker) {
      StripedCounter count = new StripedCounter();
      return new Adapted(count::add, count::sum);
    }
  };

  abstract Counter create(ModelChecker checker);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A counter of the library or of the JDK as the checker sees it. */
  private record Adapted(LongConsumer adder, LongSupplier sum) implements Counter {
    @Override
    public void incGenStates(int n) {
      adder.accept(n);
    }

    @Override
    public long genStates() {
      return sum.getAsLong();
    }
  }
}
