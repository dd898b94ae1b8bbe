/**
 * What {@code reserve} and {@code counter} share: hooks in all code that may lock any object, put
 * there as it is loaded.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.hooks.LockHooks}; what is rewritten and why is
 * decided by {@code dev.uncork.rewriting}. Classes are rewritten by the threads that load them.
 */
@NullMarked
package dev.uncork.agent.remedy.hooks;

import org.jspecify.annotations.NullMarked;
