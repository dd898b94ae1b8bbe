/** Tests of the measurement of lock demand. */
@NullMarked
package dev.uncork.agent.observe.demand;

import org.jspecify.annotations.NullMarked;
