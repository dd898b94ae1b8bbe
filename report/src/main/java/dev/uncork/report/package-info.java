/**
 * All rendering: {@link dev.uncork.report.words} gives findings, notes and figures their words,
 * {@link dev.uncork.report.text} writes them for terminals, {@link dev.uncork.report.json} and
 * {@link dev.uncork.report.html} for programs and browsers, {@link dev.uncork.report.export} for
 * other viewers; {@link dev.uncork.report.live} is the screen of {@code uncork top}.
 *
 * <p>Start reading at {@link dev.uncork.report.text.TextReport}.
 */
@NullMarked
package dev.uncork.report;

import org.jspecify.annotations.NullMarked;
