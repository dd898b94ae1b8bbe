/**
 * The two lines with which an application tells how far it is; see {@link
 * dev.uncork.progress.Progress}. Thread-safe; no dependency.
 */
@NullMarked
package dev.uncork.progress;

import org.jspecify.annotations.NullMarked;
