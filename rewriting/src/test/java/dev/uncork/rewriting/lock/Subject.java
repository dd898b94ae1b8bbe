package dev.uncork.rewriting.lock;

import java.io.Serializable;

/** A class to be rewritten: synchronized methods of every shape, and blocks. */
class Subject implements SubjectFace, Serializable, Cloneable {

  private long value;

  @Override
  public synchronized void add(long delta) {
    value += delta;
  }

  @Override
  public synchronized long get() {
    return value;
  }

  @Override
  public synchronized double mixed(int a, long b, float c, double d, String e, boolean f) {
    return a + b + c + d + e.length() + (f ? 1 : 0);
  }

  @Override
  public synchronized int depth(int left) {
    return left == 0 ? 0 : 1 + depth(left - 1);
  }

  @Override
  public synchronized void fail(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  public void addInBlock(long delta) {
    synchronized (this) {
      value += delta;
    }
  }

  @Override
  public synchronized void addInside(Runnable then) {
    value++;
    then.run();
  }

  @Override
  public boolean holds() {
    return Thread.holdsLock(this);
  }

  @Override
  public synchronized SubjectFace copy() {
    try {
      return (SubjectFace) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Object clone() throws CloneNotSupportedException {
    return super.clone();
  }
}
