/**
 * Memory-model proofs: jcstress runs each actor in a thread of its own, millions of times. Run by
 * {@code concurrent/stress jcstress}.
 */
@NullMarked
package dev.uncork.concurrent;

import org.jspecify.annotations.NullMarked;
