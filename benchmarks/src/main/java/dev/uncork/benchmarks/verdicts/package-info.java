/** Verdicts on small programs of which the truth is known. */
@NullMarked
package dev.uncork.benchmarks.verdicts;

import org.jspecify.annotations.NullMarked;
