/** The transformer without a JVM to transform. */
@NullMarked
package dev.uncork.agent.remedy.hooks;

import org.jspecify.annotations.NullMarked;
