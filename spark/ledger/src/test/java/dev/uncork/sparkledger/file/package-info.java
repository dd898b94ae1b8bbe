/** Tests of reading files. */
@NullMarked
package dev.uncork.sparkledger.file;

import org.jspecify.annotations.NullMarked;
