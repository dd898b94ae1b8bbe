package dev.uncork.agent.child;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads that take turns, by each kind of await, until its code is compiled; says "done". */
final class AwaitProgram {
  private static final int TURNS = 30_000;

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition TURN = LOCK.newCondition();
  private static int turn;

  private interface Await {
    void once() throws InterruptedException;
  }

  private AwaitProgram() {}

  public static void main(String[] args) throws InterruptedException {
    takeTurns(TURN::awaitUninterruptibly);
    takeTurns(TURN::await);
    takeTurns(() -> ignore(TURN.awaitNanos(1_000_000_000)));
    takeTurns(() -> ignore(TURN.await(1, TimeUnit.SECONDS)));
    takeTurns(() -> ignore(TURN.awaitUntil(new Date(System.currentTimeMillis() + 1000))));
    System.out.println("done");
  }

  private static void takeTurns(Await await) throws InterruptedException {
    turn = 0;
    Thread other = new Thread(() -> every(1, await));
    other.start();
    every(0, await);
    other.join();
  }

  private static void every(int mine, Await await) {
    LOCK.lock();
    try {
      while (turn < TURNS) {
        if (turn % 2 == mine) {
          turn++;
          TURN.signal();
        } else {
          await.once();
        }
      }
      TURN.signal();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      LOCK.unlock();
    }
  }

  private static void ignore(Object ended) {}
}
