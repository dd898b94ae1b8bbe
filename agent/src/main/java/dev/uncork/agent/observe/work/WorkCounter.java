package dev.uncork.agent.observe.work;

import dev.uncork.protocol.WorkUnit;

/** Something that grows with the work which the program does. */
public interface WorkCounter {
  /** What it counts. */
  WorkUnit unit();

  /** The field, method or class of locks that is counted; empty where the unit says it all. */
  String name();

  /**
   * The count since some moment; negative while it can't be told. Runs none of the program's code.
   */
  long read();
}
