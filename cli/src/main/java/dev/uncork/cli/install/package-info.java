/**
 * Where this Uncork is installed, and which one it is. Start at {@link
 * dev.uncork.cli.install.Installation}. Any thread.
 */
@NullMarked
package dev.uncork.cli.install;

import org.jspecify.annotations.NullMarked;
