package dev.uncork.workloads.checker;

/** The count of states generated, added to by all workers. */
public interface Counter {
  /** Adds the successors of one step. */
  void incGenStates(int count);

  /** The count; exact when nobody is adding. */
  long genStates();
}
