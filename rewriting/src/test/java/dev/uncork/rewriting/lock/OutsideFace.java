package dev.uncork.rewriting.lock;

/** How the tests call the rewritten one. */
public interface OutsideFace {
  void waitFor(Object lock) throws InterruptedException;

  void wake(Object lock);

  void inBlock(Object lock, Runnable action);
}
