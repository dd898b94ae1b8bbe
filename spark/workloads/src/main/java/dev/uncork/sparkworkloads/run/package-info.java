/**
 * What all jobs share: their options and clocks, {@link
 * dev.uncork.sparkworkloads.run.WorkloadOptions}. For one thread.
 */
@NullMarked
package dev.uncork.sparkworkloads.run;

import org.jspecify.annotations.NullMarked;
