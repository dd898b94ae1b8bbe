/** Names of threads and of what they do at locks. */
@NullMarked
package dev.uncork.protocol.thread;

import org.jspecify.annotations.NullMarked;
