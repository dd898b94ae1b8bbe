/**
 * What the tests of several modules share. Start at {@link dev.uncork.testsupport.Tier}.
 *
 * <p>A test belongs to the fast tier unless it says otherwise: {@link
 * dev.uncork.testsupport.DefaultTier} for one that starts programs and waits for them, {@link
 * dev.uncork.testsupport.AllTier} for soaks, repetitions and what needs the machine for itself.
 */
@NullMarked
package dev.uncork.testsupport;

import org.jspecify.annotations.NullMarked;
