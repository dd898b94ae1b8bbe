/**
 * Values of options as people write them: times, sizes, lists of counts and of remedies. Start at
 * {@link dev.uncork.cli.value.CountList}. Stateless; any thread.
 */
@NullMarked
package dev.uncork.cli.value;

import org.jspecify.annotations.NullMarked;
