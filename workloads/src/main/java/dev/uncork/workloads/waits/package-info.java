/**
 * Small programs each of which waits for one thing, to judge verdicts by; {@link
 * dev.uncork.workloads.waits.Pattern} lists them with their truth. They end after a given time,
 * whatever their threads do then.
 */
@NullMarked
package dev.uncork.workloads.waits;

import org.jspecify.annotations.NullMarked;
