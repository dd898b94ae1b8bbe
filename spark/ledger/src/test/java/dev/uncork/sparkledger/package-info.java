/** Tests of diagnoses of applications that are made up. */
@NullMarked
package dev.uncork.sparkledger;

import org.jspecify.annotations.NullMarked;
