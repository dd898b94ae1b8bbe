package dev.uncork.agent.child;

import java.util.ArrayList;
import java.util.List;

/** Synchronized counters, some of which the program also locks from outside; prints sums. */
public final class CounterProgram {
  private static final int THREADS = 4;
  private static final int ROUNDS = 50_000;

  private CounterProgram() {}

  /** Nobody else takes its monitor. */
  static class Hits {
    private long hits;

    synchronized void hit(int count) {
      hits += count;
    }

    synchronized long hits() {
      return hits;
    }
  }

  /** Locked by the program in the middle of the run. */
  static class Seats {
    private int taken;

    synchronized int take() {
      return taken++;
    }

    int taken() {
      synchronized (this) {
        return taken;
      }
    }
  }

  /** Has a subclass that locks it, which is loaded late. */
  static class Base {
    private int base;

    synchronized void add() {
      base++;
    }

    synchronized int base() {
      return base;
    }
  }

  /** Needs both additions to be one step. */
  static class Twice extends Base {
    synchronized int addTwice() {
      int before = base();
      add();
      add();
      return base() - before;
    }
  }

  /** More than a counter. */
  static class Bounded {
    private int used;

    synchronized void use() {
      if (used < ROUNDS) {
        used++;
      }
    }

    synchronized void unuse() {
      used--;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Hits hits = new Hits();
    Seats seats = new Seats();
    Base[] base = {new Base()};
    Bounded bounded = new Bounded();
    int[] broken = new int[THREADS];
    race(
        (thread, i) -> {
          hits.hit(2);
          bounded.use();
          if (thread == 0 && i >= ROUNDS / 2) {
            synchronized (seats) { // Two neighbouring seats.
              broken[thread] += seats.take() + 1 == seats.take() ? 0 : 1;
            }
          } else {
            seats.take();
          }
          base[0].add();
        });
    Twice twice = new Twice();
    base[0] = twice;
    race(
        (thread, i) -> {
          if (thread == 0) {
            broken[thread] += twice.addTwice() == 2 ? 0 : 1;
          } else {
            base[0].add();
          }
        });
    bounded.unuse();
    System.out.println("hits " + hits.hits());
    System.out.println("taken " + seats.taken());
    System.out.println("base " + base[0].base());
    System.out.println("used " + bounded.used);
    System.out.println("broken " + broken[0]);
  }

  private interface Step {
    void run(int thread, int i);
  }

  private static void race(Step step) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int thread = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < ROUNDS; i++) {
                  step.run(thread, i);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
