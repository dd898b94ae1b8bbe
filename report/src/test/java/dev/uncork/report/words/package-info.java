@NullMarked
package dev.uncork.report.words;

import org.jspecify.annotations.NullMarked;
