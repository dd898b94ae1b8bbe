package dev.uncork.rewriting.lock;

/** How the tests, which see the original class, call the rewritten one. */
public interface SubjectFace {
  void add(long delta);

  long get();

  double mixed(int a, long b, float c, double d, String e, boolean f);

  int depth(int left);

  void fail(String message);

  void addInBlock(long delta);

  void addInside(Runnable then);

  boolean holds();

  SubjectFace copy();
}
