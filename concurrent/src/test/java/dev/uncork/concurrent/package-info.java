/**
 * Proofs of the structures on ordinary threads: behaviour, failure, and short soaks. The memory
 * model is the business of {@code src/jcstress}.
 */
@NullMarked
package dev.uncork.concurrent;

import org.jspecify.annotations.NullMarked;
