/** Tests of rewritten counters: the verdicts, the same behaviour, no update lost. */
@NullMarked
package dev.uncork.rewriting.counter;

import org.jspecify.annotations.NullMarked;
