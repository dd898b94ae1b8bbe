/**
 * The program's own progress, as the command line hands it to the agents of a session.
 *
 * <p>Start reading at {@link dev.uncork.protocol.progress.ProgressLine}, a line of the file between
 * them. All here is immutable.
 */
@NullMarked
package dev.uncork.protocol.progress;

import org.jspecify.annotations.NullMarked;
