package dev.uncork.workloads.checker.queue;

/** What the two queues of 2006 share: waiting and finishing under the queue's own monitor. */
abstract class OneLockStateQueue implements StateQueue {
  private final int workers;
  private int waiting;
  private boolean finished;

  OneLockStateQueue(int workers) {
    this.workers = workers;
  }

  /** Waits, holding the monitor, until there is a state (true) or all is done (false). */
  final boolean awaitWork() throws InterruptedException {
    while (!finished && size() == 0) {
      if (waiting + 1 == workers) {
        finished = true;
        notifyAll();
        return false;
      }
      waiting++;
      try {
        wait();
      } finally {
        waiting--;
      }
    }
    return !finished;
  }

  /** Wakes whoever waits; the caller holds the monitor. */
  final void workArrived() {
    if (waiting > 0) {
      notifyAll();
    }
  }

  @Override
  public final synchronized void finishAll() {
    finished = true;
    notifyAll();
  }

  @Override
  public final synchronized int idleWorkers() {
    return waiting;
  }
}
