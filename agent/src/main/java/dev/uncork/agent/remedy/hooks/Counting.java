package dev.uncork.agent.remedy.hooks;

import dev.uncork.rewriting.lock.ClassSource;
import org.jspecify.annotations.Nullable;

/** How classes of the application get other code that does without the monitor. */
public interface Counting extends HookUser {
  /** Rewrites a class for nothing, so that all is loaded that this needs. */
  void warmUp(ClassSource source, byte[] bytes);

  /** A class is about to be loaded, whether it is rewritten or not. */
  void seen(byte[] bytes);

  /**
   * Rewrites a class, where there is something to rewrite and nothing is known against it.
   *
   * @param first whether it is being loaded; else it was, and gets the same code again
   */
  byte @Nullable [] rewrite(ClassSource source, String internalName, boolean first, byte[] bytes);
}
