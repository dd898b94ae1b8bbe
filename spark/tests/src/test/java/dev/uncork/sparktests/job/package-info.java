/** The applications that tests submit to a real Spark. */
@NullMarked
package dev.uncork.sparktests.job;

import org.jspecify.annotations.NullMarked;
