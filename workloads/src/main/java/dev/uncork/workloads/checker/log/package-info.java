/**
 * What the checker writes about the states that it finds.
 *
 * <p>Start at {@link dev.uncork.workloads.checker.log.StateLog}; {@link
 * dev.uncork.workloads.checker.log.LogPart} lists the choices. All workers write to one log.
 */
@NullMarked
package dev.uncork.workloads.checker.log;

import org.jspecify.annotations.NullMarked;
