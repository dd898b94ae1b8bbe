/** Tests of the measurement of lock demand. */
@NullMarked
package dev.uncork.agent.demand;

import org.jspecify.annotations.NullMarked;
