/**
 * The remedy {@code cores}: the program's own threads run on some of the cores, the JVM's and
 * Uncork's on all.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.cores.CoresRemedy}. What holds the threads is
 * the native library, behind {@code dev.uncork.boot.cores.ProgramCores}.
 */
@NullMarked
package dev.uncork.agent.remedy.cores;

import org.jspecify.annotations.NullMarked;
