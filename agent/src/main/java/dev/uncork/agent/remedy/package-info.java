/**
 * What a session may change in the observed program, a package for each remedy.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.Remedy}, which is also the manual for adding
 * one; {@link dev.uncork.agent.remedy.Remedies} is all that the session knows of them.
 */
@NullMarked
package dev.uncork.agent.remedy;

import org.jspecify.annotations.NullMarked;
