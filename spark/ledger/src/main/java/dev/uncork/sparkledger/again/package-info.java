/**
 * What is computed, read or parsed more often than it need be: {@link
 * dev.uncork.sparkledger.again.RecomputedRule} asks a class for each way in which that comes about.
 */
@NullMarked
package dev.uncork.sparkledger.again;

import org.jspecify.annotations.NullMarked;
