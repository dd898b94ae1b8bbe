/**
 * Proofs of rewritten classes that are too long for the build, run by {@code rewriting/proofs}:
 * memory-model tests, a soak of the JDK's collections, other projects' test suites.
 *
 * <p>Start reading at {@link dev.uncork.rewriting.proofs.CollectionsSoak}. Each program says which
 * threads it has.
 */
@NullMarked
package dev.uncork.rewriting.proofs;

import org.jspecify.annotations.NullMarked;
