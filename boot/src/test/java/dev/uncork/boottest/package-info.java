/**
 * Tests of the native collector in real JVMs: each starts a child JVM per JDK that is installed.
 *
 * <p>Start with {@code TruthTest}, which compares the collector's counts with a program that knows
 * its own ({@code TruthProgram}). Each child has one collector and drains it from one thread.
 */
@NullMarked
package dev.uncork.boottest;

import org.jspecify.annotations.NullMarked;
