/**
 * Where the program's own threads may run, for an experiment or a remedy. The agent's threads call
 * it; the native library does the work.
 */
@NullMarked
package dev.uncork.boot.cores;

import org.jspecify.annotations.NullMarked;
