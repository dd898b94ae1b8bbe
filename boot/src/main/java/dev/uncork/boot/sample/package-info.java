/**
 * What a sampler of threads asks of the JVM: which threads there are, what they are doing and how
 * much CPU time they used; and what fields of the program hold. The agent's thread calls it;
 * nothing here stops more than one thread.
 */
@NullMarked
package dev.uncork.boot.sample;

import org.jspecify.annotations.NullMarked;
