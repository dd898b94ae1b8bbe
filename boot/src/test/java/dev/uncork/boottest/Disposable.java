package dev.uncork.boottest;

/** A contended class that {@link StressProgram} loads by a class loader of its own, and drops. */
public final class Disposable implements Runnable {
  private int turns;

  /** Made by reflection. */
  public Disposable() {}

  /** Lets two threads contend for this object. */
  @Override
  public void run() {
    Thread other = new Thread(this::contend, "disposable");
    other.start();
    contend();
    try {
      other.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void contend() {
    for (int i = 0; i < 20; i++) {
      synchronized (this) {
        turns++;
        long until = System.nanoTime() + 20_000;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
