/** Class files as the JVM has them. */
@NullMarked
package dev.uncork.agent.jvm;

import org.jspecify.annotations.NullMarked;
