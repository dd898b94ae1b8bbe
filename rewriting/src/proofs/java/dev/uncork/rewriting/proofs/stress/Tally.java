package dev.uncork.rewriting.proofs.stress;

import dev.uncork.boot.reserve.ProofSwitch;

/** Two numbers that fit together while nobody is inside; rewritten for reservation. */
class Tally {
  static {
    ProofSwitch.on();
  }

  private int first;
  private int second;

  synchronized void add() {
    first++;
    second++;
  }

  synchronized int get() {
    return first;
  }

  /** 0 when the two fit together. */
  synchronized int difference() {
    return first - second;
  }

  /** Acquires the lock often enough to get it reserved, and more. */
  final int use(int times) {
    int wrong = 0;
    for (int i = 0; i < times; i++) {
      add();
      wrong |= difference();
    }
    return wrong;
  }
}
