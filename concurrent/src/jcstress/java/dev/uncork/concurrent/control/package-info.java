/**
 * Negative controls: the same tests on deliberately wrong variants, in which jcstress must find the
 * forbidden outcomes. If it doesn't, what it says of the right variants means nothing.
 *
 * <p>Run by {@code concurrent/stress control}, which fails if a control passes. Each test's actors
 * are called by threads that jcstress starts.
 */
@NullMarked
package dev.uncork.concurrent.control;

import org.jspecify.annotations.NullMarked;
