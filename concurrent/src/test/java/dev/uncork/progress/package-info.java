/** Tests of the application's own count. */
@NullMarked
package dev.uncork.progress;

import org.jspecify.annotations.NullMarked;
