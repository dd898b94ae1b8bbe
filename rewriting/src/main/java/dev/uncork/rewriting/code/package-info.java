/**
 * How rewritten classes become class files: start with {@link
 * dev.uncork.rewriting.code.CodeWriter}. A writer belongs to one thread.
 */
@NullMarked
package dev.uncork.rewriting.code;

import org.jspecify.annotations.NullMarked;
