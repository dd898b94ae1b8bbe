/** Tests that rewrite classes, load them and run them under real reservations. */
@NullMarked
package dev.uncork.rewriting.lock;

import org.jspecify.annotations.NullMarked;
