/**
 * Remedies on the command line: what {@code --remedy} asks for, by which route it can be had on the
 * JVM that is started, and what must be prepared before.
 *
 * <p>Start reading at {@link dev.uncork.cli.remedy.ReserveRoute}. One thread, the command's.
 */
@NullMarked
package dev.uncork.cli.remedy;

import org.jspecify.annotations.NullMarked;
