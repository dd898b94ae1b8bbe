package dev.uncork.rewriting.proofs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/**
 * Uses the JDK's synchronized collections at random from several threads, each object mostly by one
 * thread, so that reservations are made and revoked all the time, and checks after each round that
 * no update was lost. A round that doesn't end is a deadlock: it prints all stacks and fails.
 * Arguments: seconds, seed, threads.
 *
 * <p>Locks are nested only in the order of the objects' numbers, so the program itself can't
 * deadlock.
 */
public final class CollectionsSoak {
  private static final int OBJECTS = 56;
  private static final int TURNS = 150;
  private static final int OWN_USES = 14;
  private static final long ROUND_DEADLINE_SECONDS = 120;

  private final List<SoakSubject> subjects = new ArrayList<>();

  private CollectionsSoak(Random random) {
    for (int i = 0; i < OBJECTS; i++) {
      subjects.add(SoakSubject.make(i, random));
    }
  }

  public static void main(String[] arguments) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[0]));
    Random random = new Random(Long.parseLong(arguments[1]));
    int threads = Integer.parseInt(arguments[2]);
    long rounds = 0;
    while (System.nanoTime() - end < 0) {
      CollectionsSoak round = new CollectionsSoak(random);
      round.run(threads, random.nextLong());
      for (SoakSubject subject : round.subjects) {
        subject.check();
      }
      rounds++;
    }
    System.out.println(
        "soak: " + rounds + " rounds, " + rounds * threads * TURNS * OWN_USES + " operations or"
            + " more, no update lost, no deadlock");
  }

  private void run(int threads, long seed) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(threads);
    for (int t = 0; t < threads; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  work(number, threads, new Random(seed + number));
                } catch (Throwable e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              },
              "soak-" + t);
      thread.setDaemon(true);
      all.add(thread);
      thread.start();
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ROUND_DEADLINE_SECONDS);
    for (Thread thread : all) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      if (thread.isAlive()) {
        throw new IllegalStateException("no end after 120 s, so a deadlock: " + stacks());
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a thread failed", failures.get(0));
    }
  }

  private void work(int number, int threads, Random random) {
    for (int turn = 0; turn < TURNS; turn++) {
      // Each thread has its own part, and strays from it now and then.
      int part = random.nextInt(8) == 0 ? random.nextInt(threads) : number;
      int at = (part * OBJECTS / threads + random.nextInt(OBJECTS / threads)) % OBJECTS;
      SoakSubject subject = subjects.get(at);
      for (int i = 0; i < OWN_USES; i++) {
        subject.use(random);
      }
      int above = at + 1 + random.nextInt(4);
      if (above < OBJECTS && random.nextInt(3) == 0) {
        nested(subject, subjects.get(above), random);
      }
    }
  }

  private static void nested(SoakSubject outer, SoakSubject inner, Random random) {
    synchronized (outer.lock()) {
      outer.use(random);
      inner.use(random);
      if (!Thread.holdsLock(outer.lock())) {
        throw new IllegalStateException("the monitor of " + outer + " isn't held inside a block");
      }
      outer.lock().notifyAll();
    }
  }

  private static String stacks() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> one : Thread.getAllStackTraces().entrySet()) {
      text.append('\n').append(one.getKey());
      for (StackTraceElement frame : one.getValue()) {
        text.append("\n  ").append(frame);
      }
    }
    return text.toString();
  }
}
