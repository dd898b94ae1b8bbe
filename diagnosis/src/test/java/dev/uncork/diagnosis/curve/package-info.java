/** Tests of pricing. */
@NullMarked
package dev.uncork.diagnosis.curve;

import org.jspecify.annotations.NullMarked;
