/**
 * Observing without an end: a ring of recordings on a bounded part of the disk. Start at {@link
 * dev.uncork.cli.continuous.Ring}.
 *
 * <p>The agent goes on in a new recording every minute or so and leaves the finished one in its
 * session's directory; this process takes it from there. Whichever of the two is killed, all that
 * was finished stays readable. Used by the watching thread, and by the main thread after that has
 * ended.
 */
@NullMarked
package dev.uncork.cli.continuous;

import org.jspecify.annotations.NullMarked;
