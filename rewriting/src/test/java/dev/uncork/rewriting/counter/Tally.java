package dev.uncork.rewriting.counter;

/** A class of counters in every shape that javac gives them. */
class Tally implements TallyFace {
  private long total = 5;
  private int step;
  protected volatile int seen;

  @Override
  public synchronized void add(int delta) {
    total += delta;
  }

  @Override
  public synchronized long total() {
    return total;
  }

  @Override
  public synchronized long next() {
    return total++;
  }

  @Override
  public synchronized long down(long by) {
    long before = total;
    total = before - 2 * by;
    return before;
  }

  @Override
  public synchronized int step() {
    return ++step;
  }

  @Override
  public void inBlock(int delta) {
    if (delta != 0) {
      synchronized (this) {
        step = delta + step;
      }
    }
  }

  @Override
  public int fromBlock() {
    synchronized (this) {
      return step;
    }
  }

  @Override
  public String ticket() {
    int mine;
    synchronized (this) {
      mine = seen++;
    }
    return "ticket " + mine;
  }

  @Override
  public synchronized int reset(int value) {
    int before = step;
    step = value;
    return before;
  }

  @Override
  public synchronized void clear() {
    total = 0L;
  }
}
