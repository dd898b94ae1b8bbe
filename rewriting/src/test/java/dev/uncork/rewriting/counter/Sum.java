package dev.uncork.rewriting.counter;

import java.util.function.LongSupplier;

/** A counter whose exact value is only asked for at the end. */
class Sum implements LongSupplier, Runnable {
  private long sum;

  Sum() {
    this(new Object().hashCode() & 1);
  }

  Sum(int odd) {
    sum = odd & 2;
  }

  @Override
  public synchronized void run() {
    sum += 3;
  }

  @Override
  public synchronized long getAsLong() {
    return sum;
  }
}
