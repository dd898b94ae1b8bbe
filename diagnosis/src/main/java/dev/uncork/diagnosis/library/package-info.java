/**
 * Which setting of which library decides on a wait. Start at {@link
 * dev.uncork.diagnosis.library.LibraryWaits}; the files are resources of this package, one for each
 * library.
 */
@NullMarked
package dev.uncork.diagnosis.library;

import org.jspecify.annotations.NullMarked;
