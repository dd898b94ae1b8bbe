/**
 * Uncork's own JFR events; aggregates once a second or slower, never one event per lock operation.
 *
 * <p>The agent fills them from one thread; any JFR tool reads them. Field names here are the format
 * of a recording: adding one is compatible, renaming one is not.
 */
@NullMarked
package dev.uncork.recording.event;

import org.jspecify.annotations.NullMarked;
