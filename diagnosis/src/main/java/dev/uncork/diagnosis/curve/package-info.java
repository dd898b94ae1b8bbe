/**
 * The scaling curve of a program, measured inside one run, and the code whose cost rises with the
 * cores.
 *
 * <p>Start reading at {@link dev.uncork.diagnosis.curve.CoreCurve}. Immutable values and pure
 * functions.
 */
@NullMarked
package dev.uncork.diagnosis.curve;

import org.jspecify.annotations.NullMarked;
