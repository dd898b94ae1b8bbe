/** Tests of what is told of threads, their stacks and pools. */
@NullMarked
package dev.uncork.agent.observe.threads;

import org.jspecify.annotations.NullMarked;
