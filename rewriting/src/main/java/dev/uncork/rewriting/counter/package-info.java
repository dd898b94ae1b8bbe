/**
 * Synchronized counters made atomic by rewriting class files: which classes, why not, and the
 * rewriting itself.
 *
 * <p>Start reading at {@link dev.uncork.rewriting.counter.CounterRewriter}; {@link
 * dev.uncork.rewriting.counter.CounterPlan} says what is proven. {@code
 * dev.uncork.boot.counter.CounterHooks}, which rewritten code calls, explains why that is enough.
 * Everything here is a function of class files; nothing is shared between threads.
 */
@NullMarked
package dev.uncork.rewriting.counter;

import org.jspecify.annotations.NullMarked;
