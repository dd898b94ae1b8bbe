/**
 * What a user does: each test starts {@code bin/uncork} of the built installation as a child
 * process and looks at what a user would look at. {@link dev.uncork.systemtests.Uncork} starts it,
 * {@link dev.uncork.testsupport.Jdk} finds the JDKs to observe, and the observed programs are in
 * {@code program}. Nothing of Uncork's own code is on the class path.
 *
 * <p>A test that needs what this machine lacks is skipped with the reason. Tests run one after the
 * other; no test depends on time except by a deadline.
 */
@NullMarked
package dev.uncork.systemtests;

import org.jspecify.annotations.NullMarked;
