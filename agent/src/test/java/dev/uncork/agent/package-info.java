/** The rules between the agent's packages. */
@NullMarked
package dev.uncork.agent;

import org.jspecify.annotations.NullMarked;
