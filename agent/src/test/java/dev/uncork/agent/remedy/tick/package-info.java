/** The gates without classes before which they stand. */
@NullMarked
package dev.uncork.agent.remedy.tick;

import org.jspecify.annotations.NullMarked;
