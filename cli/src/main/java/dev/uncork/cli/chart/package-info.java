/**
 * Pictures and pages for what commands measure or predict: start at {@link
 * dev.uncork.cli.chart.LineChart}. One thread; no window is ever opened.
 */
@NullMarked
package dev.uncork.cli.chart;

import org.jspecify.annotations.NullMarked;
