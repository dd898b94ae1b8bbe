/** Tests of pricing. */
@NullMarked
package dev.uncork.diagnosis.price;

import org.jspecify.annotations.NullMarked;
