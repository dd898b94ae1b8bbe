package dev.uncork.rewriting.proofs;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Random;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;

/** One synchronized object with the number of things that must be in it. */
abstract class SoakSubject {
  private static final int KEYS = 16;
  private static final int KINDS = 7;

  /** Things put in less things taken out, counted apart from the object. */
  final AtomicLong expected = new AtomicLong();

  /** One operation, or a few. */
  abstract void use(Random random);

  /** The object whose monitor guards it all. */
  abstract Object lock();

  /** How many things are in it. */
  abstract long actual();

  final void check() {
    if (actual() != expected.get()) {
      throw new IllegalStateException(
          this + " has " + actual() + " things; expected " + expected + ": an update was lost");
    }
  }

  @Override
  public String toString() {
    return lock().getClass().getName();
  }

  static SoakSubject make(int number, Random random) {
    return switch (number % KINDS) {
      case 0 -> new OfList(new Vector<>());
      case 1 -> new OfList(Collections.synchronizedList(new ArrayList<>()));
      case 2 -> new OfTable();
      case 3 -> new OfStack();
      case 4 -> new OfBuffer();
      case 5 -> new OfStream();
      default -> new OfAccount();
    };
  }

  private static final class OfList extends SoakSubject {
    private final List<Integer> list;

    OfList(List<Integer> list) {
      this.list = list;
    }

    @Override
    void use(Random random) {
      if (random.nextInt(4) == 0) {
        synchronized (list) {
          if (!list.isEmpty()) {
            list.remove(list.size() - 1);
            expected.decrementAndGet();
          }
        }
      } else {
        list.add(1);
        expected.incrementAndGet();
      }
    }

    @Override
    Object lock() {
      return list;
    }

    @Override
    long actual() {
      long sum = 0;
      for (int one : list) {
        sum += one;
      }
      return sum == list.size() ? sum : -1;
    }
  }

  private static final class OfTable extends SoakSubject {
    private final Hashtable<Integer, Integer> table = new Hashtable<>();

    @Override
    void use(Random random) {
      table.merge(random.nextInt(KEYS), 1, Integer::sum);
      expected.incrementAndGet();
    }

    @Override
    Object lock() {
      return table;
    }

    @Override
    long actual() {
      return table.values().stream().mapToLong(Integer::longValue).sum();
    }
  }

  private static final class OfStack extends SoakSubject {
    private final Stack<Integer> stack = new Stack<>();

    @Override
    void use(Random random) {
      stack.push(random.nextInt());
      synchronized (stack) {
        stack.push(1);
        stack.pop();
      }
      expected.incrementAndGet();
    }

    @Override
    Object lock() {
      return stack;
    }

    @Override
    long actual() {
      return stack.size();
    }
  }

  private static final class OfBuffer extends SoakSubject {
    private final StringBuffer buffer = new StringBuffer();

    @Override
    void use(Random random) {
      buffer.append("ab").reverse();
      expected.addAndGet(2);
    }

    @Override
    Object lock() {
      return buffer;
    }

    @Override
    long actual() {
      return buffer.length();
    }
  }

  private static final class OfStream extends SoakSubject {
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    @Override
    void use(Random random) {
      stream.write(random.nextInt());
      expected.incrementAndGet();
    }

    @Override
    Object lock() {
      return stream;
    }

    @Override
    long actual() {
      return stream.size();
    }
  }

  /** A class of the application: a synchronized method that calls another, and throws. */
  private static final class OfAccount extends SoakSubject {
    private long balance;
    private long copy;

    @Override
    void use(Random random) {
      if (random.nextInt(8) == 0) {
        try {
          deposit(-1);
          throw new IllegalStateException("a negative amount was taken");
        } catch (IllegalArgumentException e) {
          // On purpose: the lock must be free afterwards.
        }
      }
      depositTwice();
      expected.addAndGet(2);
    }

    private synchronized void depositTwice() {
      deposit(1);
      deposit(1);
    }

    private synchronized void deposit(int amount) {
      if (amount < 0) {
        throw new IllegalArgumentException("amount " + amount);
      }
      balance += amount;
      copy += amount;
    }

    @Override
    Object lock() {
      return this;
    }

    @Override
    synchronized long actual() {
      return balance == copy ? balance : -1;
    }

    @Override
    public String toString() {
      return "OfAccount";
    }
  }
}
