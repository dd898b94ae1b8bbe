/** The scaling curve of one run beside those of separate runs: {@code ./bench curve}. */
@NullMarked
package dev.uncork.benchmarks.curve;

import org.jspecify.annotations.NullMarked;
