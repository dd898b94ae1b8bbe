/** Tests of what events tell. */
@NullMarked
package dev.uncork.sparkledger.log;

import org.jspecify.annotations.NullMarked;
