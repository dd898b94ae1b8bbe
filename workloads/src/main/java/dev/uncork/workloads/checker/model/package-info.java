/**
 * The models that the checker explores, as Java against one small interface.
 *
 * <p>Start at {@link dev.uncork.workloads.checker.model.Model}; {@link
 * dev.uncork.workloads.checker.model.Models} is their catalogue and {@link
 * dev.uncork.workloads.checker.model.KnownCounts} what a right exploration finds. Models are
 * immutable and used by all workers at once; a state is a {@code byte[]} that nobody changes once
 * it was handed out.
 */
@NullMarked
package dev.uncork.workloads.checker.model;

import org.jspecify.annotations.NullMarked;
