package dev.uncork.agent.child;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;

/** A program full of synchronized methods, some of one thread, some shared; prints sums. */
public final class ReserveProgram {
  private static final int OBJECTS = 200;
  private static final int ROUNDS = 2_000;
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  private ReserveProgram() {}

  /** Used by one thread mostly. */
  static class Counter {
    private long value;

    synchronized void add(int delta) {
      value += delta;
    }

    synchronized long get() {
      return value;
    }

    void addInBlock(int delta) {
      synchronized (this) {
        value += delta;
      }
    }
  }

  /** Inherits a rewritten method and has one of its own. */
  static final class DoubleCounter extends Counter {
    synchronized void addTwice(int delta) {
      add(delta);
      add(delta);
    }
  }

  /** Hands values over: not eligible. */
  static final class Box {
    private int value;

    synchronized void put(int next) throws InterruptedException {
      while (value != 0) {
        wait();
      }
      value = next;
      notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (value == 0) {
        wait();
      }
      int taken = value;
      value = 0;
      notifyAll();
      return taken;
    }
  }

  public static void main(String[] arguments) throws Exception {
    if (Counter.class.getInterfaces().length > 0) {
      awaitReservation();
    }
    System.out.println("own " + own());
    System.out.println("shared " + shared());
    System.out.println("handed " + handed());
    System.out.println("written " + written());
  }

  /** Objects are reserved some time after the first could be. */
  private static void awaitReservation() throws ReflectiveOperationException {
    Counter counter = new Counter();
    long begin = System.nanoTime();
    while (Counter.class.getMethod("uncork$reservation").invoke(counter) == null
        && System.nanoTime() - begin < DEADLINE_NANOS) {
      counter.add(1);
    }
  }

  private static long own() {
    DoubleCounter counter = new DoubleCounter();
    Vector<Integer> vector = new Vector<>();
    for (int i = 0; i < ROUNDS; i++) {
      counter.add(1);
      counter.addTwice(1);
      counter.addInBlock(1);
      vector.add(i);
    }
    long sum = counter.get();
    for (int i = 0; i < ROUNDS; i++) {
      sum += vector.get(i);
    }
    return sum;
  }

  private static long shared() throws InterruptedException {
    Counter[] counters = new Counter[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
      counters[i] = i % 2 == 0 ? new Counter() : new DoubleCounter();
    }
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      int first = t * OBJECTS / 3;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < OBJECTS; i++) {
                  Counter counter = counters[(first + i) % OBJECTS];
                  for (int j = 0; j < ROUNDS / 10; j++) {
                    counter.add(1);
                    if (j % 50 == 0) {
                      synchronized (counter) {
                        counter.addInBlock(1);
                      }
                    }
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    long sum = 0;
    for (Thread thread : threads) {
      thread.join();
    }
    for (Counter counter : counters) {
      sum += counter.get();
    }
    return sum;
  }

  private static long handed() throws InterruptedException {
    Box box = new Box();
    Thread giver =
        new Thread(
            () -> {
              try {
                for (int i = 1; i <= ROUNDS; i++) {
                  box.put(i);
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    giver.start();
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      sum += box.take();
    }
    giver.join();
    return sum;
  }

  private static int written() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (int i = 0; i < ROUNDS; i++) {
      out.writeInt(i);
      out.write(i);
    }
    out.flush();
    return bytes.size();
  }
}
