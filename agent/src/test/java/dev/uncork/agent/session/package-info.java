/** Tests of the accounting between native tables and events. */
@NullMarked
package dev.uncork.agent.session;

import org.jspecify.annotations.NullMarked;
