/**
 * What flight recordings say in events and settings of the JDK, whoever made them. For one thread,
 * which may differ from call to call.
 */
@NullMarked
package dev.uncork.recording.jfr;

import org.jspecify.annotations.NullMarked;
