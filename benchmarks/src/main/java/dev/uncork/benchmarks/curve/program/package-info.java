/** Programs whose scaling curve is known from runs with one thread and with more. */
@NullMarked
package dev.uncork.benchmarks.curve.program;

import org.jspecify.annotations.NullMarked;
