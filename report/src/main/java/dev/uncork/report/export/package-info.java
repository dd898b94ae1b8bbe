/**
 * Recordings in the formats of viewers that people already use. Start at {@link
 * dev.uncork.report.export.Export}, which lists the formats; {@link
 * dev.uncork.report.export.StackProfile} is what those that show stacks are made of.
 *
 * <p>Every format is a pure function of a recording; any thread may call it.
 */
@NullMarked
package dev.uncork.report.export;

import org.jspecify.annotations.NullMarked;
