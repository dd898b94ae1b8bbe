package dev.uncork.agent.observe.threads;

/** Told of each look at a thread of the program. */
public interface StackListener {
  /**
   * A look.
   *
   * @param stack frames, one a line, innermost first; empty where unknown
   * @param cpuNanos CPU time that it used since the last look, and the threads that it stands for
   */
  void looked(Thread thread, String stack, long cpuNanos);
}
