/**
 * Pictures of what commands measure or predict: start at {@link dev.uncork.report.chart.LineChart}.
 * One thread; no window is ever opened.
 */
@NullMarked
package dev.uncork.report.chart;

import org.jspecify.annotations.NullMarked;
