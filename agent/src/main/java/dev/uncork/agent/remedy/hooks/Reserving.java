package dev.uncork.agent.remedy.hooks;

import dev.uncork.rewriting.lock.LockRewriter;
import java.util.List;

/**
 * Whose synchronized methods are to be rewritten besides, nobody's by default; and is told of it.
 */
public interface Reserving extends HookUser {
  /** Whether a class's are. */
  default boolean wants(String internalName, boolean ofJdk) {
    return false;
  }

  /**
   * One that does for other classes what this does for its own, and of which nobody hears.
   *
   * @param names internal names of these classes
   */
  default Reserving rehearsing(List<String> names) {
    return this;
  }

  /** The command line had a class rewritten before the JVM started. */
  default void rewrittenBefore(String className) {}

  /** A class was looked at. */
  default void rewritten(String className, LockRewriter.Result result) {}
}
