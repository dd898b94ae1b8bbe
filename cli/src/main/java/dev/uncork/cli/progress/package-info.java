/**
 * A program's progress, read out of its output: by the expression that the user gave, or found by
 * itself in lines that come again and again.
 *
 * <p>Start reading at {@link dev.uncork.cli.progress.ProgressFinder}; {@link
 * dev.uncork.cli.progress.OutputLine} takes a line apart, {@link
 * dev.uncork.cli.progress.FigureMeaning} tells a rate or a count from other numbers. The threads
 * that copy the program's output call {@link dev.uncork.cli.progress.ProgressReader}.
 */
@NullMarked
package dev.uncork.cli.progress;

import org.jspecify.annotations.NullMarked;
