/**
 * From a file to its events: {@link dev.uncork.recording.parse.ChunkScan} looks at the headers,
 * {@link dev.uncork.recording.parse.ChunkParse} goes through the whole chunks, with a thread for
 * each part of the {@link dev.uncork.recording.parse.EventSink}. The format isn't documented; it is
 * what HotSpot (src/hotspot/share/jfr/recorder/checkpoint, .../writers) writes and {@code
 * jdk.jfr.internal.consumer} reads. That reader makes an object of each value and looks for each
 * field by its name; ours reads a field where it is asked for.
 */
@NullMarked
package dev.uncork.recording.parse;

import org.jspecify.annotations.NullMarked;
