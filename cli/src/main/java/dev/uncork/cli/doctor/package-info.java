/**
 * The probes of {@code uncork doctor}: each looks at one thing that Uncork needs or profits from,
 * and says what it found and what to do about it. Start at {@link dev.uncork.cli.doctor.Checkup}.
 * Probes that read the kernel's files take the root directory as an argument, so that tests can
 * show them another machine. Used by the main thread only.
 */
@NullMarked
package dev.uncork.cli.doctor;

import org.jspecify.annotations.NullMarked;
