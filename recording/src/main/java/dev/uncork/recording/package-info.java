/**
 * A recording as a value: {@link dev.uncork.recording.Recording}, which {@link
 * dev.uncork.recording.read.RecordingReader} makes from a {@code .jfr} file. All records here are
 * immutable and may be shared between threads. Package {@code event} has what Uncork writes.
 */
@NullMarked
package dev.uncork.recording;

import org.jspecify.annotations.NullMarked;
