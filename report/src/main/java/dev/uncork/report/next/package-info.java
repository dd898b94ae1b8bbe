/**
 * What to do after a report, with commands that can be pasted: of the program's own command line
 * where the recording has it, or of its process id where it was attached to.
 *
 * <p>Start reading at {@link dev.uncork.report.next.NextStepWords}. Pure functions.
 */
@NullMarked
package dev.uncork.report.next;

import org.jspecify.annotations.NullMarked;
