/**
 * From a file to its events: {@link dev.uncork.recording.parse.ChunkScan} looks at the headers,
 * {@link dev.uncork.recording.parse.ChunkParse} runs the parser of the JDK over whole chunks in a
 * thread of its own, and each part of the {@link dev.uncork.recording.parse.EventSink} has another:
 * the parser takes a tenth of the time, reading fields and summing up the rest.
 */
@NullMarked
package dev.uncork.recording.parse;

import org.jspecify.annotations.NullMarked;
