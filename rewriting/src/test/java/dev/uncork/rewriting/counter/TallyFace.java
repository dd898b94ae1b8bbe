package dev.uncork.rewriting.counter;

/** How the tests, which see the original class, call the rewritten one. */
public interface TallyFace {
  void add(int delta);

  long total();

  long next();

  long down(long by);

  int step();

  void inBlock(int delta);

  int fromBlock();

  String ticket();

  int reset(int value);

  void clear();
}
