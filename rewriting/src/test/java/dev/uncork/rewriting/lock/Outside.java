package dev.uncork.rewriting.lock;

/** Code outside of a reserved class that uses its objects' monitors. */
class Outside implements OutsideFace {

  @Override
  public void waitFor(Object lock) throws InterruptedException {
    lock.wait();
  }

  @Override
  public void wake(Object lock) {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  @Override
  public void inBlock(Object lock, Runnable action) {
    synchronized (lock) {
      action.run();
    }
  }
}
