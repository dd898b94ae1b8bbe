/**
 * The calibration of hand-off costs: what it takes on this machine to pass a lock to a waiting
 * thread, for each class of lock. Start at {@link dev.uncork.cli.calibrate.Calibration}, which runs
 * {@link dev.uncork.cli.calibrate.HandOffProbe} in a JVM of its own and keeps the result in {@link
 * dev.uncork.cli.calibrate.HandOffFile}.
 */
@NullMarked
package dev.uncork.cli.calibrate;

import org.jspecify.annotations.NullMarked;
