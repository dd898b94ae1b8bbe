/**
 * Programs to be observed. Each prints what it knows about itself; none knows of Uncork. Each runs
 * on its own in a JVM of its own.
 */
@NullMarked
package dev.uncork.systemtests.program;

import org.jspecify.annotations.NullMarked;
