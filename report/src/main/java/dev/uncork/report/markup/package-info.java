/** What goes into HTML and SVG, wherever it is made; Spark's plugin carries it too. */
@NullMarked
package dev.uncork.report.markup;

import org.jspecify.annotations.NullMarked;
