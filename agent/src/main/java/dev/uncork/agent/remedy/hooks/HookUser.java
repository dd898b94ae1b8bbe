package dev.uncork.agent.remedy.hooks;

/** Who relies on the hooks. Told in the thread that loads a class, before it is loaded. */
interface HookUser {
  /** A class can't be rewritten. */
  default void failed(String className, Throwable e) {}

  /** A class may lock any object unseen, for which the reason is given. */
  default void unhooked(String reason) {}
}
