/** Tests of the rewriting on the classes of every JDK that is found. */
@NullMarked
package dev.uncork.agent.observe.waits;

import org.jspecify.annotations.NullMarked;
