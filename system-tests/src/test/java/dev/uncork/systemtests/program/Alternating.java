package dev.uncork.systemtests.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads that work some 20 µs under one lock, then as long without. Arguments: threads, seconds.
 */
public final class Alternating {
  private static final int WORK = 20_000;

  private final Shared shared = new Shared();
  private volatile boolean over;

  /**
   * A class of its own, since one in whose loop a thread is can't be rewritten; a block, since in a
   * synchronized method there is no place to give the processor back before it.
   */
  private static final class Shared {
    private long sections;

    int section() {
      synchronized (this) {
        sections++;
        return busy((int) sections);
      }
    }
  }

  private Alternating() {}

  public static void main(String[] args) throws InterruptedException {
    Alternating program = new Alternating();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      threads.add(new Thread(program::work));
    }
    threads.forEach(Thread::start);
    Thread.sleep(1000 * Long.parseLong(args[1]));
    program.over = true;
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("sections " + program.shared.sections);
  }

  private void work() {
    while (!over && busy(shared.section()) != 0) { // never 0, which the compiler can't know
    }
  }

  private static int busy(int seed) {
    int value = seed | 1;
    for (int i = 0; i < WORK; i++) {
      value = value * 0x9E3779B1 | 1;
    }
    return value;
  }
}
