/** Tests of shared memory. */
@NullMarked
package dev.uncork.transport;

import org.jspecify.annotations.NullMarked;
