/** Tests of what counts the program's work. */
@NullMarked
package dev.uncork.agent.observe.work;

import org.jspecify.annotations.NullMarked;
