/** Tests of the exports, by the parsers of those who read them. */
@NullMarked
package dev.uncork.report.export;

import org.jspecify.annotations.NullMarked;
