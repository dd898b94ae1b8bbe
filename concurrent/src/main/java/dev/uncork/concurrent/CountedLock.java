package dev.uncork.concurrent;

import java.util.concurrent.locks.Lock;

/** A lock that knows how often the calling thread holds it, as its conditions need. */
interface CountedLock extends Lock {
  /** How often the calling thread holds the lock. */
  int getHoldCount();
}
