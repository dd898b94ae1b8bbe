/**
 * The programs of the papers, as one command with subcommands.
 *
 * <p>Start at {@link dev.uncork.workloads.Workloads}. Each workload has a package of its own and
 * knows nothing of the others; what some of them count their sections with is in {@code sections}.
 * Small programs with one cause each to wait are in {@code waits}; they are run by their own class.
 */
@NullMarked
package dev.uncork.workloads;

import org.jspecify.annotations.NullMarked;
