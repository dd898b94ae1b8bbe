/**
 * Plans: the remedies that tuning kept, as a text file that a person reads and keeps under version
 * control. Start at {@link dev.uncork.cli.plan.Plan}; {@link dev.uncork.cli.plan.PlanFile} is the
 * text, {@link dev.uncork.cli.plan.PlannedCommand} applies one to a command, entry by entry. One
 * thread.
 */
@NullMarked
package dev.uncork.cli.plan;

import org.jspecify.annotations.NullMarked;
