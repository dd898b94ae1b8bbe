package dev.uncork.recording;

import dev.uncork.protocol.LockKind;

/**
 * Identity of a lock within one JVM.
 *
 * @param lockClass binary name of its class
 * @param instance identity hash code of the object; 0 stands for all instances of the class, in
 *     recordings that don't tell them apart
 */
public record LockId(String lockClass, int instance, LockKind kind) {
  /** That of all locks of its class and kind together. */
  public LockId ofClass() {
    return new LockId(lockClass, 0, kind);
  }
}
