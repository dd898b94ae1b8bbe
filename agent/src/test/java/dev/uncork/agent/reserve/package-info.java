/** Tests of the remedies in one JVM. */
@NullMarked
package dev.uncork.agent.reserve;

import org.jspecify.annotations.NullMarked;
