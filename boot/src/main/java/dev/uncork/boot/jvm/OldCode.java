package dev.uncork.boot.jvm;

import org.jspecify.annotations.Nullable;

/**
 * Whether threads are still in code from before classes were retransformed: a method that runs goes
 * on as it was, and may lock an object without the hook that it would have now.
 *
 * <p>A thread that was seen outside of such code never comes into it again, and threads that begin
 * later are never in it. So one look that finds nothing is enough, although threads go on while it
 * looks at them one by one.
 */
public final class OldCode {
  private final Class<?>[] retransformed;
  private final Object[] virtualThreads = VirtualThreads.all();

  /** After these classes were retransformed. */
  public OldCode(Class<?>[] retransformed) {
    this.retransformed = retransformed.clone();
  }

  /**
   * A method in which a thread may still lock an object unseen.
   *
   * @return null when there is none, else {@code CLASS.METHOD}
   */
  public @Nullable String where() {
    return Fence.oldCode0(retransformed, virtualThreads);
  }
}
