/**
 * Where threads run and where memory lies, by the kernel's own calls. Start at {@link
 * dev.uncork.numa.NumaKernel}; it holds no state, and any thread may call it.
 */
@NullMarked
package dev.uncork.numa;

import org.jspecify.annotations.NullMarked;
