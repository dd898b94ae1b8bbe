package dev.uncork.rewriting.counter;

/** A class of static counters in every shape that javac gives them; its objects have nothing. */
class StaticTally implements TallyFace {
  private static long total = 5;
  private static int step;
  protected static volatile int seen;

  @Override
  public void add(int delta) {
    addOfAll(delta);
  }

  private static synchronized void addOfAll(int delta) {
    total += delta;
  }

  @Override
  public long total() {
    return totalOfAll();
  }

  private static synchronized long totalOfAll() {
    return total;
  }

  @Override
  public long next() {
    return nextOfAll();
  }

  private static synchronized long nextOfAll() {
    return total++;
  }

  @Override
  public long down(long by) {
    return downOfAll(by);
  }

  private static synchronized long downOfAll(long by) {
    long before = total;
    total = before - 2 * by;
    return before;
  }

  @Override
  public int step() {
    return stepOfAll();
  }

  private static synchronized int stepOfAll() {
    return ++step;
  }

  @Override
  public void inBlock(int delta) {
    inBlockOfAll(delta);
  }

  private static void inBlockOfAll(int delta) {
    if (delta != 0) {
      synchronized (StaticTally.class) {
        step = delta + step;
      }
    }
  }

  @Override
  public int fromBlock() {
    return fromBlockOfAll();
  }

  private static int fromBlockOfAll() {
    synchronized (StaticTally.class) {
      return step;
    }
  }

  @Override
  public String ticket() {
    return ticketOfAll();
  }

  private static String ticketOfAll() {
    int mine;
    synchronized (StaticTally.class) {
      mine = seen++;
    }
    return "ticket " + mine;
  }

  @Override
  public int reset(int value) {
    return resetOfAll(value);
  }

  private static synchronized int resetOfAll(int value) {
    int before = step;
    step = value;
    return before;
  }

  @Override
  public void clear() {
    clearOfAll();
  }

  private static synchronized void clearOfAll() {
    total = 0L;
  }
}
