/**
 * What a thread does, from its stack: the JDK's methods are a table, those of libraries are asked
 * for, other code is guessed from names. Start at {@link
 * dev.uncork.diagnosis.stack.StackReading#of}.
 */
@NullMarked
package dev.uncork.diagnosis.stack;

import org.jspecify.annotations.NullMarked;
