package dev.uncork.agent.observe.code;

import dev.uncork.protocol.CodeAccess;
import org.jspecify.annotations.Nullable;

/**
 * A place in a method that touches memory which threads may share.
 *
 * @param line in the source file; 0 where unknown
 * @param target field, array or class of lock; empty where bytecode doesn't tell
 */
record SharedAccess(int line, CodeAccess access, String target) {
  /** Equality is spelt out, so that the JDK keeps nothing of the agent after detach. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SharedAccess that
        && that.line == line
        && that.access == access
        && that.target.equals(target);
  }

  @Override
  public int hashCode() {
    return (line * 31 + access.ordinal()) * 31 + target.hashCode();
  }
}
