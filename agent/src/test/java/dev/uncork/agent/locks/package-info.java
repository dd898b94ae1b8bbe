/** Tests of the accounting between native tables and events. */
@NullMarked
package dev.uncork.agent.locks;

import org.jspecify.annotations.NullMarked;
