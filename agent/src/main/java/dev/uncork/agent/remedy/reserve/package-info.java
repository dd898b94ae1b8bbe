/**
 * The remedy {@code reserve}: an object's lock belongs to the first thread that takes it, until
 * another one wants it.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.reserve.ReserveRemedy}; what is rewritten and
 * why is decided by {@code dev.uncork.rewriting.lock}. Classes are rewritten by the threads that
 * load them; getting ready and looking at what compilers gave up have threads of their own; the
 * rest runs on the collector's.
 */
@NullMarked
package dev.uncork.agent.remedy.reserve;

import org.jspecify.annotations.NullMarked;
