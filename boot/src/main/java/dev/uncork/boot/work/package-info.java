/**
 * What rewritten methods call while their calls are counted, to tell how much work the program
 * does.
 */
@NullMarked
package dev.uncork.boot.work;

import org.jspecify.annotations.NullMarked;
