/**
 * Lock reservation by rewriting class files: which classes, why not, and the rewriting itself.
 *
 * <p>Start reading at {@link dev.uncork.rewriting.lock.LockRewriter}; {@code
 * dev.uncork.boot.reserve.ReserveHooks}, which rewritten code calls, explains the protocol.
 * Everything here is a function of class files; nothing is shared between threads.
 */
@NullMarked
package dev.uncork.rewriting.lock;

import org.jspecify.annotations.NullMarked;
