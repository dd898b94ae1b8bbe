/** Spark workloads that run round after round in one JVM, as a benchmark asks for them. */
@NullMarked
package dev.uncork.benchmarks.served;

import org.jspecify.annotations.NullMarked;
