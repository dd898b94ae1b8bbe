/** Tests of the procfs and sysfs parsers on sample files. */
@NullMarked
package dev.uncork.agent.observe.kernel;

import org.jspecify.annotations.NullMarked;
