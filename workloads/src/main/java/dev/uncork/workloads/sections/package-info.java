/**
 * What threads that share a lock can tell of their sections under it: {@link
 * dev.uncork.workloads.sections.Tally} counts those of one thread, {@link
 * dev.uncork.workloads.sections.Dispersion} compares threads.
 */
@NullMarked
package dev.uncork.workloads.sections;

import org.jspecify.annotations.NullMarked;
