/**
 * From the files to the model: start at {@link dev.uncork.recording.read.RecordingReader}. Tables
 * each take one kind of event; {@link dev.uncork.recording.read.RecordingBuilder} puts them
 * together. Files of a JVM that was killed, or that another tool made, are read as far as they go.
 * For one thread, which may differ from call to call; a file's events come from those of {@code
 * parse}.
 */
@NullMarked
package dev.uncork.recording.read;

import org.jspecify.annotations.NullMarked;
