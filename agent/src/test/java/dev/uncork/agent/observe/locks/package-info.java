/** Tests of the accounting between native tables and events. */
@NullMarked
package dev.uncork.agent.observe.locks;

import org.jspecify.annotations.NullMarked;
