/** Tests of the prices of applications. */
@NullMarked
package dev.uncork.sparkledger.price;

import org.jspecify.annotations.NullMarked;
