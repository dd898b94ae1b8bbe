/**
 * Event logs as Spark leaves them: {@link dev.uncork.sparkledger.file.EventLogs} finds them, {@link
 * dev.uncork.sparkledger.file.LogReader} reads one. Single files and rolling directories, plain or
 * compressed by any codec of Spark's, recognized by their content. Never throws for what a file
 * holds; memory doesn't depend on a file's size.
 */
@NullMarked
package dev.uncork.sparkledger.file;

import org.jspecify.annotations.NullMarked;
