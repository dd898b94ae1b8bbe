/**
 * A recording as a value: the model, and the reader that fills it from a {@code .jfr} file.
 *
 * <p>Start reading at {@link dev.uncork.recording.RecordingReader}; what it returns is a {@link
 * dev.uncork.recording.ReadOutcome} around a {@link dev.uncork.recording.Recording}. All records
 * here are immutable and may be shared between threads.
 */
@NullMarked
package dev.uncork.recording;

import org.jspecify.annotations.NullMarked;
