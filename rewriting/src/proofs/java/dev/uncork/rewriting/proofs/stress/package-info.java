/**
 * Memory-model tests of rewritten classes: {@code rewriting/proofs jcstress}.
 *
 * <p>Start reading at {@link dev.uncork.rewriting.proofs.stress.UpdateStress}. All classes here are
 * rewritten after they are compiled, {@link dev.uncork.rewriting.proofs.stress.Tally} for
 * reservation; the threads are those of jcstress. The control runs the same tests with a boot class
 * whose fence does nothing.
 */
@NullMarked
package dev.uncork.rewriting.proofs.stress;

import org.jspecify.annotations.NullMarked;
