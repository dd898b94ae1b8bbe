/**
 * Spark jobs whose tasks wait, as for a service, so that more of them can run at a time than a
 * machine has cores: {@link dev.uncork.sparkworkloads.waiting.WaitingJob} lists them.
 */
@NullMarked
package dev.uncork.sparkworkloads.waiting;

import org.jspecify.annotations.NullMarked;
